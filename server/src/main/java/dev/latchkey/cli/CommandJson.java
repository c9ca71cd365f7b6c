package dev.latchkey.cli;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Credential;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.User;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.people.UserLists;
import java.time.Instant;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of the objects that commands print. Their names are those of the contract. A field
 * that does not apply is omitted, as in an introspection. Times are those of RFC 3339, in UTC.
 */
final class CommandJson {
  private CommandJson() {}

  static ObjectNode of(UserLists.Listed user) {
    return Json.object()
        .put("user_id", user.id().value())
        .put("email", user.email())
        .put("name", user.name())
        .put("role", code(user.role()))
        .put("state", code(user.state()))
        .put("org_id", user.organization().id().value())
        .put("organization", user.organization().name())
        .put("created_at", user.createdAt().toString());
  }

  static ObjectNode of(ManagedUser managed, Organization home) {
    User user = managed.user();
    ObjectNode json =
        Json.object()
            .put("user_id", user.id().value())
            .put("email", user.email())
            .put("name", user.name())
            .put("role", code(user.effectiveRole()))
            .put("state", code(managed.state()))
            .put("org_id", home.id().value())
            .put("organization", home.name())
            .put("created_at", managed.createdAt().toString());
    var teams = json.putArray("teams");
    for (User.Membership membership : user.teams()) {
      teams
          .addObject()
          .put("team_id", membership.team().id().value())
          .put("name", membership.team().name())
          .put("administrator", membership.administers());
    }
    return json;
  }

  static ObjectNode of(CredentialLists.Listed listed) {
    ObjectNode json =
        of(listed.credential())
            .put("state", code(listed.state()))
            .put("owner_email", listed.owner().email())
            .put("active_tokens", listed.tokens().shown());
    listed.lastUse().ifPresent(at -> json.put("last_used_at", at.toString()));
    return json;
  }

  static ObjectNode of(Credential credential) {
    ObjectNode json =
        Json.object()
            .put("client_id", credential.clientId().value())
            .put("name", credential.name())
            .put("type", type(credential))
            .put("org_id", credential.organization().value())
            .put("scope", credential.scope().joined(Scopes.Separator.COMMA))
            .put("created_at", credential.createdAt().toString());
    switch (credential) {
      case Credential.Personal personal -> {
        var uris = json.putArray("redirect_uris");
        personal.redirectUris().stream().map(RedirectUri::text).forEach(uris::add);
        var options = json.putArray("options");
        personal.options().stream().map(CommandJson::code).sorted().forEach(options::add);
      }
      case Credential.Organizational machine ->
          machine.reach().team().ifPresent(team -> json.put("team_id", team.value()));
    }
    if (!credential.networks().texts().toList().isEmpty()) {
      var networks = json.putArray("networks");
      credential.networks().texts().forEach(networks::add);
    }
    return json;
  }

  private static String type(Credential credential) {
    return switch (credential) {
      case Credential.Personal _ -> "personal";
      case Credential.Organizational _ -> "organization";
    };
  }

  /** Adds when a token expires, if it does. */
  static ObjectNode withEnd(ObjectNode json, TokenLife life) {
    return switch (life) {
      case TokenLife.Until(Instant deadline) -> json.put("expires_at", deadline.toString());
      case TokenLife.UntilRevoked _ -> json;
    };
  }

  static String code(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
