package dev.latchkey.token;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Exchanged;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.TokenPair;
import dev.latchkey.storage.Codes;
import java.util.random.RandomGenerator;

/**
 * Redeems a code (contract 4.2) for a credential that has proven itself, so that no stranger can
 * spend it.
 */
public final class Exchange {
    private final Codes codes;
    private final RandomGenerator dice;

    public Exchange(Codes codes, RandomGenerator dice) {
        this.codes = codes;
        this.dice = dice;
    }

    Exchanged redeem(Credential.Personal credential, TokenRequest.ByCode asked, RequestMoment now) {
        return asked.code()
                .map(code ->
                        codes.spendCode(
                                new Codes.Redemption(
                                        credential.clientId(),
                                        code,
                                        asked.redirectUri(),
                                        asked.proof()),
                                TokenPair.mint(dice),
                                now))
                .orElse(Exchanged.Refused.CODE_UNKNOWN);
    }
}
