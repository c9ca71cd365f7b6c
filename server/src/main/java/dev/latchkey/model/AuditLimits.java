package dev.latchkey.model;

import java.time.Duration;

/**
 * How much of the audit log the store keeps; its lines are in the program's log as well.
 *
 * @param days how long a line is kept
 * @param rows how many lines are kept at most: beyond them the oldest go early
 */
public record AuditLimits(int days, int rows) {
    public static final AuditLimits DEFAULT = new AuditLimits(400, 50_000_000);

    public AuditLimits {
        Limit.within("days", days, 1, 36_500);
        Limit.within("rows", rows, 1_000, 2_000_000_000);
    }

    public Duration age() {
        return Duration.ofDays(days);
    }
}
