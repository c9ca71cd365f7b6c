package dev.latchkey.model.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import java.util.Optional;

/** The client id that a caller sends, with the secret that it sends as proof. */
public sealed interface ClientClaim {
  Id.Client client();

  /** No secret was sent. This is enough for a refresh (contract 4.3) and for nothing else. */
  record Named(Id.Client client) implements ClientClaim {}

  /**
   * A secret was sent. {@code secret} is empty if the text does not have the form of a client
   * secret.
   */
  record Authenticated(Id.Client client, Optional<Secret.Client> secret) implements ClientClaim {}
}
