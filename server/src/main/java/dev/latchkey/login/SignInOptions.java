package dev.latchkey.login;

import java.util.List;

/**
 * What the sign-in page offers in addition to a password: external providers and, if {@code
 * mailsLinks} is true, a reset link by mail.
 */
public record SignInOptions(ProviderRoundTrip roundTrip, boolean mailsLinks) {
    public List<IdentityProvider> providers() {
        return roundTrip.providers();
    }
}
