package dev.latchkey.model;

/**
 * What an active token depends on: a personal token depends on the grant of its consent, and an
 * organization token only on itself.
 */
public sealed interface TokenRoot {
    record Grant(Id.Grant id) implements TokenRoot {}

    record Itself(SecretHash hash) implements TokenRoot {}
}
