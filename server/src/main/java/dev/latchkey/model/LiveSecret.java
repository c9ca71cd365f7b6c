package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/**
 * An active client secret as its owner sees it. The secret itself is not known; forms refer to it
 * by its hash.
 */
public record LiveSecret(SecretHash hash, Instant createdAt, Optional<Instant> lastUsedAt) {}
