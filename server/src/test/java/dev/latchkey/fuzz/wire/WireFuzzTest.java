package dev.latchkey.fuzz.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends valid and broken requests to all routes. Each request is answered within a second, no
 * answer is a 5xx, and no secret is written to a log. {@code -Dfuzz.requests} changes the number of
 * requests. {@code -Dfuzz.seed} chooses other requests, or repeats those of a run that printed this
 * seed.
 */
@Order(1)
class WireFuzzTest {
  private static final long SEED = 20_261_123L;
  private static final long REQUESTS = 20_000;
  private static final long REQUESTS_OF_A_LONG_RUN = 10_000_000;

  @Test
  void many_requests() {
    run(Long.getLong("fuzz.seed", SEED), REQUESTS);
  }

  /** Sends different requests in each run. */
  @Test
  @Tag("long")
  void very_many_requests() {
    run(Long.getLong("fuzz.seed", System.nanoTime()), REQUESTS_OF_A_LONG_RUN);
  }

  private static void run(long seed, long usual) {
    long requests = Long.getLong("fuzz.requests", usual);
    System.out.printf("seed: -Dfuzz.seed=%d%n", seed);
    var fuzz = new WireFuzz(seed);
    long begin = System.nanoTime();

    List<String> findings = fuzz.run(requests);

    Statistics statistics = fuzz.statistics();
    System.out.printf(
        "%,d requests in %d s: %s; slow once, but not when repeated: %d%n",
        requests, (System.nanoTime() - begin) / 1_000_000_000, statistics, fuzz.slowOnce());
    assertThat(findings).isEmpty();
    assertThat(statistics.answers()).as("answered").isGreaterThan(requests * 9 / 10);
    assertThat(statistics.answers(200, 400)).as("accepted").isGreaterThan(requests / 10);
    assertThat(statistics.answers(400, 500)).as("refused").isGreaterThan(requests / 10);
  }
}
