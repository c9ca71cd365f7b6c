package dev.latchkey.model;

import java.time.Instant;

/**
 * A session as its user sees it. Forms refer to it by its hash. The hash gives no access, because
 * the session key cannot be computed from it.
 */
public record OpenSession(SecretHash hash, Instant signedInAt, Instant seenAt, String address) {}
