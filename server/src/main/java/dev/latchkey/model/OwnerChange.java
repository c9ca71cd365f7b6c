package dev.latchkey.model;

import java.time.Duration;
import java.time.Instant;

/** A personal credential got another owner. {@code before}: the name of the former one. */
public record OwnerChange(String before, Instant at) {
    /** So long the people who use the app are told (decision 6.3). */
    public static final Duration TOLD_FOR = Duration.ofDays(30);
}
