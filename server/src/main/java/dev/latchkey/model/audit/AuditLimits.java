package dev.latchkey.model.audit;

import dev.latchkey.model.NumberSetting;
import dev.latchkey.model.NumberSetting.Means;
import java.time.Duration;

/**
 * How much of the audit log the database keeps. Every entry is also written to the program's log.
 *
 * @param days how many days an entry is kept
 * @param rows how many entries are kept at most; when there are more, some are deleted before their
 *     time (docs/decisions/0092)
 */
public record AuditLimits(int days, int rows) {
  @Means(
      "how long a line of the [audit log](../operate/watch.md#log-and-audit-log) is kept in the store")
  public static final NumberSetting DAYS = new NumberSetting("days", 400, 1, 36_500);

  @Means(
      "how many lines are kept at most, about 300 bytes each with SQLite and [570 with PostgreSQL](../how-to/scale-out.md#what-was-measured); if there are more, some are [deleted early](../operate/stores.md#what-is-deleted-and-when)")
  public static final NumberSetting ROWS =
      new NumberSetting("rows", 50_000_000, 1_000, 2_000_000_000);

  /** Which part of all lines is kept for those behind the window. */
  private static final int PART_BEHIND = 5;

  public static final AuditLimits DEFAULT = new AuditLimits(DAYS.usual(), ROWS.usual());

  public AuditLimits {
    DAYS.checked(days);
    ROWS.checked(rows);
  }

  /** How many lines are kept behind the window. */
  public int behind() {
    return rows / PART_BEHIND;
  }

  /** How many of the newest lines stay in the log, of apps and of people. */
  public int window() {
    return rows - behind();
  }

  public Duration age() {
    return Duration.ofDays(days);
  }
}
