package dev.latchkey.model;

import java.time.Instant;

/**
 * One of the keys that sign assertions (decision 4.3), its private part sealed. The next generation
 * is published before it signs, and this one signs until then.
 */
public record SigningKey(int generation, String id, byte[] sealed, Instant signsFrom) {}
