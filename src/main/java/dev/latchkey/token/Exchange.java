package dev.latchkey.token;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Exchanged;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.TokenPair;
import dev.latchkey.storage.Tokens;
import java.util.random.RandomGenerator;

/**
 * Redeems a code (contract 4.2) for a credential that has proven itself, so that no stranger can
 * spend it.
 */
public final class Exchange {
    private final Tokens tokens;
    private final RandomGenerator dice;

    public Exchange(Tokens tokens, RandomGenerator dice) {
        this.tokens = tokens;
        this.dice = dice;
    }

    Exchanged redeem(Credential.Personal credential, TokenRequest.ByCode asked, Occasion now) {
        return asked.code()
                .map(code ->
                        tokens.spendCode(
                                new Tokens.Redemption(
                                        credential.clientId(),
                                        code,
                                        asked.redirectUri(),
                                        asked.proof()),
                                TokenPair.mint(dice),
                                now))
                .orElse(Exchanged.Refused.CODE_UNKNOWN);
    }
}
