package dev.latchkey.protocol.token;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.grants.AuthorizationCodes;
import dev.latchkey.storage.grants.Exchanged;
import java.util.random.RandomGenerator;

/**
 * Exchanges a code for tokens (contract 4.2). A credential has authenticated before, so that a
 * stranger cannot use up its codes. An app without a secret proves with PKCE that the code is its
 * own.
 */
public record CodeExchange(AuthorizationCodes codes, RandomGenerator random) {
  Exchanged redeem(Id.Client client, TokenRequest.ByCode asked, RequestMoment now) {
    return asked
        .code()
        .map(code ->
            codes.spendCode(
                new AuthorizationCodes.Redemption(
                    client,
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
