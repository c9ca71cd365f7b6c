package dev.latchkey.token;

import dev.latchkey.http.ClientIdentity;
import dev.latchkey.http.Json;
import dev.latchkey.http.Refusal;
import dev.latchkey.model.Authentication;
import dev.latchkey.model.ClientClaim;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.Rotated;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenPair;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.Tokens;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Rotates a pair (contract 4.3). No secret is needed; one that is sent must be right (decision
 * 2.1).
 */
public final class Refresh {
    private final Credentials credentials;
    private final Tokens tokens;
    private final RandomGenerator dice;

    public Refresh(Credentials credentials, Tokens tokens, RandomGenerator dice) {
        this.credentials = credentials;
        this.tokens = tokens;
        this.dice = dice;
    }

    sealed interface Outcome {}

    record Stranger(Refusal refusal) implements Outcome {}

    record Judged(Rotated.Refused why) implements Outcome {}

    record Answered(byte[] body) implements Outcome {}

    Outcome rotate(TokenRequest.ByRefresh asked, Occasion now) {
        return switch (asked.client().claim()) {
            case ClientClaim.Named named -> judge(asked, now);
            case ClientClaim.Proving proving ->
                    switch (credentials.authenticate(proving, now)) {
                        case Authentication.Failed why ->
                                new Stranger(ClientIdentity.refuse(why, asked.client().byBasic()));
                        case Authentication.Throttled throttled ->
                                new Stranger(Refusal.tooManyAttempts(throttled.retryAfter()));
                        case Authentication.Proven proven -> judge(asked, now);
                    };
        };
    }

    private Outcome judge(TokenRequest.ByRefresh asked, Occasion now) {
        if (asked.refresh().isEmpty()) {
            return new Judged(
                    credentials.find(asked.client().claim().client()).isPresent()
                            ? Rotated.Refused.TOKEN_UNKNOWN
                            : Rotated.Refused.CLIENT_UNKNOWN);
        }
        Secret.Refresh presented = asked.refresh().get();
        var rotation =
                new Tokens.Rotation(
                        asked.client().claim().client(),
                        presented,
                        asked.scope(),
                        repeatable(asked, presented));
        return switch (tokens.rotatePair(rotation, TokenPair.mint(dice), now)) {
            case Rotated.Issued issued ->
                    new Answered(Json.bytes(TokenJson.write(issued.response())));
            case Rotated.Repeated repeated ->
                    new Answered(Seal.of(presented).open(repeated.sealedAnswer()));
            case Rotated.Refused why -> new Judged(why);
        };
    }

    /** The same key with another scope is another request. */
    private static Optional<Tokens.Repeatable> repeatable(
            TokenRequest.ByRefresh asked, Secret.Refresh presented) {
        return asked.idempotencyKey()
                .map(key ->
                        new Tokens.Repeatable(
                                SecretHash.of(
                                        asked.scope()
                                                        .orElse(Scopes.NONE)
                                                        .joined(Scopes.Separator.SPACE)
                                                + "\n"
                                                + key),
                                response ->
                                        Seal.of(presented)
                                                .close(Json.bytes(TokenJson.write(response)))));
    }
}
