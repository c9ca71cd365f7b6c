package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/**
 * A client secret that works, as its owner is told of it. Nothing of the secret itself is known;
 * its hash names it in a form.
 */
public record LiveSecret(SecretHash hash, Instant createdAt, Optional<Instant> lastUsedAt) {}
