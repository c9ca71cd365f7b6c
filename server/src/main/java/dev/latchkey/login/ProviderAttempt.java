package dev.latchkey.login;

/**
 * One browser's way to a provider and back: {@code redirectUri} is where the provider sends it back
 * to.
 */
record ProviderAttempt(IdentityProvider provider, Handshake handshake, String redirectUri) {}
