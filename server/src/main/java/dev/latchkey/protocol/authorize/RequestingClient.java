package dev.latchkey.protocol.authorize;

import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import java.time.Duration;
import java.util.Optional;

/**
 * The app that asks for authorization. {@code origin} is present if it has no credential of its own
 * and the organization of the user has let it in.
 */
public record RequestingClient(Credential.Personal credential, Optional<LetIn> origin) {
  /**
   * {@code host} publishes the app; it is empty if the app has registered itself. {@code longest}
   * is how long it can be allowed at most.
   */
  public record LetIn(Optional<String> host, Duration longest) {}

  static RequestingClient of(Credential.Personal credential) {
    return new RequestingClient(credential, Optional.empty());
  }

  boolean requiresProofKey() {
    return origin.isPresent() || credential.options().contains(Credential.Option.REQUIRE_PROOF_KEY);
  }

  /** Only a program without a credential may use {@code localhost} with any port. */
  boolean admits(RedirectUri registered, String sent) {
    return registered.admits(sent) || (origin.isPresent() && registered.admitsAnyPort(sent));
  }
}
