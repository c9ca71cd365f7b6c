package dev.latchkey.model;

import java.time.Instant;

/**
 * A session as its person is told of it. Its hash names it in a form: it opens nothing, for no key
 * can be made from it.
 */
public record OpenSession(SecretHash hash, Instant signedInAt, Instant seenAt, String address) {}
