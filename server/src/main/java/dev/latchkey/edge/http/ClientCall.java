package dev.latchkey.edge.http;

import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.token.LookupSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a client asks for, parsed before the client has authenticated. Until then it can only be
 * refused.
 */
public sealed interface ClientCall {
  record Unusable(Refusal refusal) implements ClientCall {}

  /** The client must authenticate. Then the step runs for its credential. */
  record Authenticated(ClientIdentity.Claimed client, Step step) implements ClientCall {}

  /**
   * The client need not authenticate. But if it sends a secret, the secret must be right (rule
   * 2.1).
   */
  record OptionallyAuthenticated(ClientIdentity.Claimed client, Supplier<Response> step)
      implements ClientCall {}

  /**
   * The caller names no client, or one that has no secret. What it presents decides what the step
   * does.
   */
  record Unauthenticated(Supplier<Response> step) implements ClientCall {}

  @FunctionalInterface
  interface Step {
    /** Returns empty, without any effect, if only memory was asked and cannot decide. */
    Optional<Response> answer(Credential.Personal credential, LookupSource from);
  }

  /** A call whose step always needs the store. */
  static ClientCall proving(
      ClientIdentity.Claimed client, Function<Credential.Personal, Response> step) {
    return new Authenticated(client, (credential, from) -> Optional.of(step.apply(credential)));
  }
}
