package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Clock;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.model.Rate;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A rate limit for many keys: it counts exactly, and its memory is bounded however many keys there
 * are.
 */
@MeasuresTime
class RateLimitTest {
  private static final int MAX_BUCKETS = 32_768;
  private static final int SHARED_BUCKETS = 4_096;

  private final Clock clock = new Clock();
  private final RateLimit limit = new RateLimit("address", new Rate(60, 3), clock);

  @Test
  void a_burst_passes_and_then_one_a_second() {
    assertThat(passes("a", 5)).isEqualTo(3);
    clock.pass(Duration.ofSeconds(1));
    assertThat(passes("a", 5)).isEqualTo(1);
    clock.pass(Duration.ofHours(1));
    assertThat(passes("a", 5)).isEqualTo(3);
  }

  @Test
  void a_refusal_says_how_long_to_wait() {
    passes("a", 3);

    Refusal refusal = limit.take("a").orElseThrow();

    assertThat(refusal.status()).isEqualTo(429);
    assertThat(refusal.headers())
        .containsExactly(
            new Header("Retry-After", "1"),
            new Header("RateLimit-Policy", "\"address\";q=60;w=60"),
            new Header("RateLimit", "\"address\";r=0;t=1"));
  }

  @Test
  void of_many_simultaneous_requests_as_many_pass_as_the_limit_allows() {
    List<Optional<Refusal>> answers = Crowd.of(64, caller -> limit.take("a"));

    assertThat(answers.stream().filter(Optional::isEmpty)).hasSize(3);
  }

  @Test
  void any_number_of_addresses_uses_no_more_memory_and_resets_no_limit() {
    passes("over its rate", 4);
    for (int i = 0; i < 3 * MAX_BUCKETS; i++) {
      limit.take("address " + i);
    }

    assertThat(limit.size()).isBetween(MAX_BUCKETS, MAX_BUCKETS + SHARED_BUCKETS);
    limit.sweep();
    assertThat(limit.size()).isBetween(MAX_BUCKETS, MAX_BUCKETS + SHARED_BUCKETS);
    assertThat(limit.take("over its rate")).isPresent();
  }

  @Test
  void a_newcomer_passes_while_the_memory_is_full_of_others() {
    for (int i = 0; i < MAX_BUCKETS; i++) {
      limit.take("address " + i);
    }

    assertThat(passes("a newcomer", 5)).isEqualTo(3);
  }

  @Test
  void a_key_without_requests_is_removed_after_a_while() {
    passes("a", 4);
    passes("b", 1);
    clock.pass(Duration.ofSeconds(2));

    limit.sweep();

    assertThat(limit.size()).isEqualTo(1);
    assertThat(passes("a", 3)).isEqualTo(2);
  }

  @Test
  void an_ipv6_network_counts_as_one_address() {
    var gate = new AddressGate(Optional.of(new Rate(60, 2)), clock);
    Collection<String> one = List.of("2001:db8:0:1::1", "2001:db8:0:1:ffff::2");
    one.forEach(address -> assertThat(gate.refuse(address)).isEmpty());

    assertThat(gate.refuse("2001:db8:0:1::3")).isPresent();
    assertThat(gate.refuse("2001:db8:0:2::1")).isEmpty();
    assertThat(gate.refuse("192.0.2.1")).isEmpty();
    assertThat(gate.refuse("192.0.2.1")).isEmpty();
    assertThat(gate.refuse("::ffff:192.0.2.1")).as("the same in IPv6 spelling").isPresent();
    assertThat(gate.refuse("192.0.2.2")).isEmpty();
  }

  private long passes(String who, int times) {
    long passed = 0;
    for (int i = 0; i < times; i++) {
      passed += limit.take(who).isEmpty() ? 1 : 0;
    }
    return passed;
  }
}
