package dev.latchkey.protocol.authorize;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.Scopes;
import java.util.List;
import java.util.Optional;

/**
 * What the consent page shows about a request. The owner can change an app while a user looks at
 * the page, so the form carries a hash of what it showed, and a decision counts only for that
 * (docs/decisions/0091).
 *
 * @param allowance that the user is asked for
 * @param redirectUri where the browser is sent with the answer; empty if a device asks
 */
record ShownRequest(RequestingClient client, Allowance allowance, Optional<String> redirectUri) {
  /** The hidden field of the form. */
  static final String FIELD = "shown";

  /**
   * Changes with everything that the page shows about the request. The version of the credential
   * stands for its name, owner, redirect URIs and options. Its id is included because an app
   * without a credential of its own can get another one.
   */
  String hash() {
    var parts =
        List.of(
            client.credential().clientId(),
            client.credential().version(),
            client.origin().map(RequestingClient.LetIn::longest),
            allowance.scope().joined(Scopes.Separator.COMMA),
            allowance.resource(),
            redirectUri);
    return SecretHash.of(parts.toString()).text();
  }
}
