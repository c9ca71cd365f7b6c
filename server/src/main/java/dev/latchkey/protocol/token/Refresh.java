package dev.latchkey.protocol.token;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.pairs.Rotated;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Exchanges a refresh token for a new pair of tokens (contract 4.3). */
public record Refresh(Credentials credentials, Pairs pairs, RandomGenerator random) {
  Rotated rotate(TokenRequest.ByRefresh asked, RequestMoment now) {
    Id.Client client = asked.client().claim().client();
    if (asked.refresh().isEmpty()) {
      return credentials.isKnown(client, now)
          ? Rotated.Refused.TOKEN_UNKNOWN
          : Rotated.Refused.CLIENT_UNKNOWN;
    }
    Secret.Refresh presented = asked.refresh().get();
    var rotation =
        new Pairs.Rotation(
            client,
            presented,
            asked.scope(),
            asked.separator(),
            asked.resource(),
            repeatable(asked, presented));
    return pairs.rotatePair(rotation, TokenPair.mint(random), now);
  }

  /**
   * The first answer to the same request. It is decrypted with the refresh token of the request.
   */
  static byte[] opened(TokenRequest.ByRefresh asked, Rotated.Repeated repeated) {
    return Seal.of(asked.refresh().orElseThrow()).open(repeated.sealedAnswer());
  }

  /**
   * The key under which the answer can be repeated. The same idempotency key with another scope or
   * resource is another request.
   */
  private static Optional<Pairs.Repeatable> repeatable(
      TokenRequest.ByRefresh asked, Secret.Refresh presented) {
    return asked
        .idempotencyKey()
        .map(key ->
            new Pairs.Repeatable(
                SecretHash.of(
                    asked.scope().orElse(Scopes.NONE).joined(Scopes.Separator.SPACE)
                        + "\n"
                        + asked.resource().map(Resource::path).orElse("")
                        + "\n"
                        + key),
                response -> Seal.of(presented).close(Json.bytes(TokenJson.write(response)))));
  }
}
