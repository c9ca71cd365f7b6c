package dev.latchkey.model.credential;

import java.util.Arrays;
import java.util.Optional;

/**
 * A call of the open interface that Latchkey answers itself, with the scope that it needs (decision
 * 4.4).
 */
public enum DirectoryCall {
  ME("/users/me", "read:directory:users"),
  USERS("/users", "read:directory:users"),
  USER("/users/{user_id}", "read:directory:users"),
  TEAMS("/teams", "read:directory:teams"),
  MEMBERS("/teams/{team_id}/members", "read:directory:teams"),
  ORGANIZATION("/organization", "read:directory:organization");

  private final String path;
  private final String scope;

  DirectoryCall(String path, String scope) {
    this.path = "/openapi/v2/directory" + path;
    this.scope = scope;
  }

  public String path() {
    return path;
  }

  public Scopes needs() {
    return Scopes.parse(scope);
  }

  /** A call that this scope allows, and that needs no identifier of anything. */
  public static Optional<DirectoryCall> first(Scopes scope) {
    return Arrays.stream(values())
        .filter(call -> !call.path.contains("{"))
        .filter(call -> scope.covers(call.needs()))
        .findFirst();
  }
}
