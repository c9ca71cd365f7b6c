package dev.latchkey.token;

import dev.latchkey.http.ClientIdentity;
import dev.latchkey.http.Refusal;
import dev.latchkey.model.Authentication;
import dev.latchkey.model.Exchanged;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.TokenPair;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.Tokens;
import java.util.random.RandomGenerator;

/**
 * Redeems a code (contract 4.2): the credential proves itself first, so that a stranger cannot
 * spend it.
 */
public final class Exchange {
    private final Credentials credentials;
    private final Tokens tokens;
    private final RandomGenerator dice;

    public Exchange(Credentials credentials, Tokens tokens, RandomGenerator dice) {
        this.credentials = credentials;
        this.tokens = tokens;
        this.dice = dice;
    }

    sealed interface Outcome {}

    record Stranger(Refusal refusal) implements Outcome {}

    record Judged(Exchanged exchanged) implements Outcome {}

    Outcome redeem(TokenRequest.ByCode asked, Occasion now) {
        return switch (credentials.authenticate(asked.client().claim(), now)) {
            case Authentication.Failed why ->
                    new Stranger(ClientIdentity.refuse(why, asked.client().byBasic()));
            case Authentication.Throttled throttled ->
                    new Stranger(Refusal.tooManyAttempts(throttled.retryAfter()));
            case Authentication.Proven proven ->
                    new Judged(
                            asked.code()
                                    .map(code ->
                                            tokens.spendCode(
                                                    new Tokens.Redemption(
                                                            proven.credential().clientId(),
                                                            code,
                                                            asked.redirectUri(),
                                                            asked.proof()),
                                                    TokenPair.mint(dice),
                                                    now))
                                    .orElse(Exchanged.Refused.CODE_UNKNOWN));
        };
    }
}
