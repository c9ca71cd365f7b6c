package dev.latchkey.token;

import dev.latchkey.model.Credential;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.TokenPair;
import dev.latchkey.storage.Codes;
import dev.latchkey.storage.Exchanged;
import java.util.random.RandomGenerator;

/**
 * Exchanges a code for tokens (contract 4.2). The credential has authenticated before, so that a
 * stranger cannot use up its codes.
 */
public final class Exchange {
    private final Codes codes;
    private final RandomGenerator random;

    public Exchange(Codes codes, RandomGenerator random) {
        this.codes = codes;
        this.random = random;
    }

    Exchanged redeem(Credential.Personal credential, TokenRequest.ByCode asked, RequestMoment now) {
        return asked.code()
                .map(code ->
                        codes.spendCode(
                                new Codes.Redemption(
                                        credential.clientId(),
                                        code,
                                        asked.redirectUri(),
                                        asked.proof(),
                                        asked.separator(),
                                        asked.resource()),
                                TokenPair.mint(random),
                                now))
                .orElse(Exchanged.Refused.CODE_UNKNOWN);
    }
}
