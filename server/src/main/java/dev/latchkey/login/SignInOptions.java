package dev.latchkey.login;

import dev.latchkey.login.provider.IdentityProvider;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What the sign-in page offers in addition to a password: external providers and, if {@code
 * mailsLinks} is true, a reset link by mail. {@code isEmpty} says whether there is nobody yet who
 * could sign in.
 */
public record SignInOptions(
    ExternalSignInFlow roundTrip, boolean mailsLinks, BooleanSupplier isEmpty) {
  public List<IdentityProvider> providers() {
    return roundTrip.providers();
  }
}
