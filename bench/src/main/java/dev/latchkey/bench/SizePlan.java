package dev.latchkey.bench;

import java.time.Duration;

/**
 * How much is measured at size.
 *
 * @param busy how many tokens are checked
 * @param refreshes how many refreshes a second there are beside everything else
 * @param seconds how long checks are measured beside refreshes; 0 if the store is only filled
 * @param runs how often each page is measured
 * @param consents how many consents are measured
 * @param untilPurge how long to wait for the purge, which the server starts once a minute
 */
record SizePlan(
    int busy, int refreshes, double seconds, int runs, int consents, Duration untilPurge) {
  Duration all() {
    return Duration.ofMillis((long) (seconds * 1_000));
  }

  /** For what needs no long measurement. */
  Duration part() {
    return all().dividedBy(20);
  }

  /** More than a run uses. */
  long tokensOfRun() {
    return busy + (long) (refreshes * (3 * seconds + 600));
  }
}
