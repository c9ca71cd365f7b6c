package dev.latchkey.model;

import java.time.Instant;

/**
 * When a request arrived and from where: what every move needs to judge a deadline and to leave its
 * trace.
 */
public record Occasion(Instant at, String address) {}
