package dev.latchkey.model;

import java.time.Duration;

/**
 * How much of the audit log the database keeps. Every entry is also written to the program's log.
 *
 * @param days how many days an entry is kept
 * @param rows how many entries are kept at most; when there are more, some are deleted before their
 *     time (docs/decisions/0092)
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
