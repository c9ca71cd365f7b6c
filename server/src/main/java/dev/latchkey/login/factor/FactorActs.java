package dev.latchkey.login.factor;

import dev.latchkey.storage.SignInStores;
import java.util.random.RandomGenerator;

/** The acts of this package. */
public record FactorActs(
    AddAuthenticatorApp addApp,
    RemoveAuthenticatorApp removeApp,
    RenewRecoveryCodes renewCodes,
    AddPasskey addPasskey,
    RemovePasskey removePasskey) {
  public static FactorActs on(
      SignInStores stores, CodeCheck codes, PasskeyCheck passkeys, RandomGenerator random) {
    var proof = new FactorProofCheck(stores.factors(), codes, passkeys);
    return new FactorActs(
        new AddAuthenticatorApp(stores.factors(), codes.seal(), random),
        new RemoveAuthenticatorApp(stores.factors(), proof),
        new RenewRecoveryCodes(stores.factors(), proof, random),
        new AddPasskey(stores.passkeys(), passkeys, random),
        new RemovePasskey(stores.passkeys()));
  }
}
