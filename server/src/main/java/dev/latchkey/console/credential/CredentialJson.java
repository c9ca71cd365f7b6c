package dev.latchkey.console.credential;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Credential;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.TokenLife;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.issued.IssuedTokens;
import java.util.Collection;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * Credentials, and what belongs to them, in the answers of the management API. No secret is in
 * them.
 */
final class CredentialJson {
  private CredentialJson() {}

  static ObjectNode of(CredentialLists.Listed listed) {
    ObjectNode json =
        of(listed.credential())
            .put("state", code(listed.state()))
            .put("tokens", listed.tokens().shown());
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
            .put("owner_id", credential.owner().value());
    scope(json, credential.scope());
    texts(json, "networks", credential.networks().text().lines().toList());
    json.put("created_at", credential.createdAt().toString());
    switch (credential) {
      case Credential.Personal personal -> {
        texts(
            json,
            "redirect_uris",
            personal.redirectUris().stream().map(RedirectUri::text).toList());
        texts(
            json,
            "options",
            personal.options().stream().map(CredentialJson::code).sorted().toList());
      }
      case Credential.Organizational machine -> {
        json.put("sub", machine.subject().value());
        machine.reach().team().ifPresent(team -> json.put("team_id", team.value()));
      }
    }
    return json;
  }

  private static String type(Credential credential) {
    return switch (credential) {
      case Credential.Personal _ -> "personal";
      case Credential.Organizational _ -> "organization";
    };
  }

  static ObjectNode of(OrganizationTokens.Live token) {
    ObjectNode json =
        Json.object()
            .put("token_id", token.hash().text())
            .put("ending", token.ending())
            .put("issued_at", token.issuedAt().toString());
    scope(json, token.scope());
    token.lastUse().ifPresent(at -> json.put("last_used_at", at.toString()));
    if (token.life() instanceof TokenLife.Until until) {
      json.put("expires_at", until.deadline().toString());
    }
    return json;
  }

  static ObjectNode of(IssuedTokens.Listed token) {
    ObjectNode json =
        Json.object()
            .put("token_id", token.id())
            .put("type", code(token.type()))
            .put("client_id", token.client().value())
            .put("credential", token.credential())
            .put("issued_at", token.issuedAt().toString());
    scope(json, token.scope());
    token.email().ifPresent(email -> json.put("email", email));
    token.lastUsedAt().ifPresent(at -> json.put("last_used_at", at.toString()));
    token.expiresAt().ifPresent(at -> json.put("expires_at", at.toString()));
    return json;
  }

  private static void scope(ObjectNode json, Scopes scope) {
    json.put("scope", scope.joined(Scopes.Separator.COMMA));
    texts(json, "scopes", scope.names());
  }

  private static void texts(ObjectNode json, String name, Collection<String> texts) {
    var array = json.putArray(name);
    texts.forEach(array::add);
  }

  static String code(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
