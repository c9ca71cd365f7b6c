package dev.latchkey.model;

/** What a live token hangs on: the consent it came from or, of an organization token, itself. */
public sealed interface TokenRoot {
    record Grant(Id.Grant id) implements TokenRoot {}

    record Itself(SecretHash hash) implements TokenRoot {}
}
