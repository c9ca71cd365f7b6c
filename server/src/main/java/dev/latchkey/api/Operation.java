package dev.latchkey.api;

import dev.latchkey.edge.http.Body;
import dev.latchkey.model.Scopes;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The calls of the management API, each with the scope that it needs. None of them creates a
 * credential: people do that in the web application (contract 2.1).
 */
public enum Operation {
  GET_ME("GET", "/me", ""),
  LIST_USERS("GET", "/users", "read:latchkey:users"),
  INVITE_USER("POST", "/users", "write:latchkey:users"),
  GET_USER("GET", "/users/{user_id}", "read:latchkey:users"),
  CHANGE_USER("PATCH", "/users/{user_id}", "write:latchkey:users"),
  DISABLE_USER("POST", "/users/{user_id}/disable", "write:latchkey:users"),
  ENABLE_USER("POST", "/users/{user_id}/enable", "write:latchkey:users"),
  CREATE_PASSWORD_LINK("POST", "/users/{user_id}/password-link", "write:latchkey:users"),
  REMOVE_SECOND_FACTOR("DELETE", "/users/{user_id}/second-factor", "write:latchkey:users"),
  LIST_SESSIONS("GET", "/users/{user_id}/sessions", "read:latchkey:users"),
  END_SESSION("DELETE", "/users/{user_id}/sessions/{session_id}", "write:latchkey:users"),
  END_ACCESS("POST", "/users/{user_id}/end-access", "write:latchkey:users"),
  LIST_GRANTS("GET", "/users/{user_id}/grants", "read:latchkey:grants"),
  END_GRANT("DELETE", "/users/{user_id}/grants/{grant_id}", "write:latchkey:grants"),
  LIST_ORGANIZATIONS("GET", "/organizations", "read:latchkey:organizations"),
  CREATE_ORGANIZATION("POST", "/organizations", "write:latchkey:organizations"),
  GET_ORGANIZATION("GET", "/organizations/{org_id}", "read:latchkey:organizations"),
  CHANGE_ORGANIZATION("PATCH", "/organizations/{org_id}", "write:latchkey:organizations"),
  LIST_TEAMS("GET", "/teams", "read:latchkey:teams"),
  CREATE_TEAM("POST", "/teams", "write:latchkey:teams"),
  GET_TEAM("GET", "/teams/{team_id}", "read:latchkey:teams"),
  CHANGE_TEAM("PATCH", "/teams/{team_id}", "write:latchkey:teams"),
  LIST_CREDENTIALS("GET", "/credentials", "read:latchkey:credentials"),
  GET_CREDENTIAL("GET", "/credentials/{client_id}", "read:latchkey:credentials"),
  CHANGE_CREDENTIAL("PATCH", "/credentials/{client_id}", "write:latchkey:credentials"),
  DELETE_CREDENTIAL("DELETE", "/credentials/{client_id}", "write:latchkey:credentials"),
  LIST_SECRETS("GET", "/credentials/{client_id}/secrets", "read:latchkey:credentials"),
  ADD_SECRET("POST", "/credentials/{client_id}/secrets", "write:latchkey:credentials"),
  RETIRE_SECRET(
      "DELETE", "/credentials/{client_id}/secrets/{secret_id}", "write:latchkey:credentials"),
  OFFER_CREDENTIAL("POST", "/credentials/{client_id}/transfer", "write:latchkey:credentials"),
  WITHDRAW_OFFER("DELETE", "/credentials/{client_id}/transfer", "write:latchkey:credentials"),
  LIST_CREDENTIAL_TOKENS("GET", "/credentials/{client_id}/tokens", "read:latchkey:tokens"),
  REVOKE_CREDENTIAL_TOKEN(
      "DELETE", "/credentials/{client_id}/tokens/{token_id}", "write:latchkey:tokens"),
  LIST_TOKENS("GET", "/tokens", "read:latchkey:tokens"),
  REVOKE_TOKEN("DELETE", "/tokens/{token_id}", "write:latchkey:tokens"),
  REVOKE_TOKENS("POST", "/tokens/revoke", "write:latchkey:tokens"),
  LIST_AUDIT("GET", "/audit", "read:latchkey:audit"),
  LIST_ROUTES("GET", "/routes", "read:latchkey:routes");

  public static final String BASE = "/api/v1";

  private final String method;
  private final String path;
  private final String scope;

  Operation(String method, String path, String scope) {
    this.method = method;
    this.path = path;
    this.scope = scope;
  }

  public String method() {
    return method;
  }

  /** The path below {@link #BASE}. */
  public String path() {
    return path;
  }

  /** No scope: every token may ask who its caller is. */
  public Scopes needs() {
    return Scopes.parse(scope);
  }

  /** The names of the parameters in the query. All others are refused. */
  Set<String> parameters() {
    return switch (this) {
      case LIST_USERS -> listOf("org_id", "role", "state", "team_id", "second_factor");
      case LIST_ORGANIZATIONS -> listOf("kind");
      case LIST_CREDENTIALS -> listOf("org_id", "type", "state", "owner_id", "attention");
      case LIST_GRANTS, LIST_CREDENTIAL_TOKENS -> listOf();
      case LIST_TOKENS -> Set.of("org_id", "client_id", "user_id", "cursor", "limit");
      case INVITE_USER, LIST_TEAMS, CREATE_TEAM -> Set.of("org_id");
      case LIST_AUDIT ->
          Set.of(
              "org_id",
              "user_id",
              "about_user_id",
              "client_id",
              "event",
              "outcome",
              "address",
              "from",
              "until",
              "cursor",
              "limit");
      default -> Set.of();
    };
  }

  /** The parameters of every list, and the filters of one. */
  private static Set<String> listOf(String... filters) {
    return Stream.concat(Stream.of("page", "limit", "q", "sort", "order"), Arrays.stream(filters))
        .collect(Collectors.toUnmodifiableSet());
  }

  Body.Kind[] bodies() {
    return switch (this) {
      case INVITE_USER,
          CHANGE_USER,
          CREATE_ORGANIZATION,
          CHANGE_ORGANIZATION,
          CREATE_TEAM,
          CHANGE_TEAM,
          CHANGE_CREDENTIAL,
          OFFER_CREDENTIAL,
          REVOKE_TOKENS ->
          new Body.Kind[] {Body.Kind.JSON};
      default -> new Body.Kind[0];
    };
  }
}
