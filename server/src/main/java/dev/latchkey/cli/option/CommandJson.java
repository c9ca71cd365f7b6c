package dev.latchkey.cli.option;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.CredentialView;
import dev.latchkey.api.view.PersonView;
import dev.latchkey.api.view.TokenView;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.issued.IssuedTokens;
import dev.latchkey.storage.people.UserLists;
import tools.jackson.databind.node.ObjectNode;

/**
 * The objects that commands print: those of the management API, and what an operator has no other
 * command for. Fields that commands had before stay.
 */
public final class CommandJson {
  private CommandJson() {}

  public static ObjectNode of(UserLists.Listed user) {
    return ViewJson.of(PersonView.Listed.of(user)).put("organization", user.organization().name());
  }

  public static ObjectNode of(ManagedUser managed, Organization home) {
    return ViewJson.of(PersonView.of(managed)).put("organization", home.name());
  }

  public static ObjectNode of(CredentialLists.Listed listed) {
    return ViewJson.of(CredentialView.Listed.of(listed))
        .put("owner_email", listed.owner().email())
        .put("active_tokens", listed.tokens().shown());
  }

  public static ObjectNode of(Credential credential) {
    return ViewJson.of(CredentialView.of(credential));
  }

  public static ObjectNode of(IssuedTokens.Listed token) {
    return ViewJson.of(token).put("created_at", token.issuedAt().toString());
  }

  /** Adds when a token expires, if it does. */
  public static ObjectNode withEnd(ObjectNode json, TokenLife life) {
    TokenView.end(life).ifPresent(end -> json.put("expires_at", end.toString()));
    return json;
  }
}
