package dev.latchkey.model.token;

import java.time.Instant;

/**
 * A key that signs assertions (rule 4.3). {@code sealed} is its encrypted private part. The key of
 * the next generation is published before it signs; until then this key signs.
 */
public record SigningKey(int generation, String id, byte[] sealed, Instant signsFrom) {}
