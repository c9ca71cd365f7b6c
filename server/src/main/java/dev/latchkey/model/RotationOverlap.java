package dev.latchkey.model;

import java.time.Duration;

/**
 * How long an organization token stays active beside the token that replaces it, so that a program
 * can change over (decision 6.3).
 */
public enum RotationOverlap {
    NONE(Duration.ZERO),
    HOUR(Duration.ofHours(1)),
    DAY(Duration.ofHours(24)),
    WEEK(Duration.ofDays(7));

    private final Duration length;

    RotationOverlap(Duration length) {
        this.length = length;
    }

    public Duration length() {
        return length;
    }
}
