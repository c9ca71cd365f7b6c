package dev.latchkey.edge.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AddressesTest {
  private static final URI ONE = URI.create("http://10.0.0.1");
  private static final URI TWO = URI.create("http://10.0.0.2");
  private static final URI THREE = URI.create("http://10.0.0.3");

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
  private final Addresses addresses = new Addresses(List.of(ONE, TWO, THREE), now::get);

  @Test
  void addresses_take_turns_to_be_first() {
    assertThat(addresses.inOrder()).containsExactly(ONE, TWO, THREE);
    assertThat(addresses.inOrder()).containsExactly(TWO, THREE, ONE);
    assertThat(addresses.inOrder()).containsExactly(THREE, ONE, TWO);
    assertThat(addresses.inOrder()).containsExactly(ONE, TWO, THREE);
  }

  @Test
  void a_failing_address_is_last_for_twice_as_long_each_time() {
    for (int seconds : List.of(1, 2, 4, 8, 16, 32, 32)) {
      addresses.failed(ONE);
      pass(Duration.ofSeconds(seconds).minusNanos(1));
      assertLast(ONE);
      pass(Duration.ofNanos(1));
      assertInTurn();
    }
  }

  @Test
  void simultaneous_failures_count_as_one() {
    for (int i = 0; i < 100; i++) {
      addresses.failed(ONE);
    }
    pass(Duration.ofSeconds(1));
    assertInTurn();
  }

  @Test
  void an_answer_resets_the_failures() {
    addresses.failed(ONE);
    pass(Duration.ofSeconds(1));
    addresses.failed(ONE);
    addresses.succeeded(ONE);
    assertInTurn();
    addresses.failed(ONE);
    pass(Duration.ofSeconds(1));
    assertInTurn();
  }

  @Test
  void if_all_addresses_fail_all_are_tried() {
    List.of(ONE, TWO, THREE).forEach(addresses::failed);
    assertInTurn();
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private void assertLast(URI address) {
    for (int i = 0; i < 3; i++) {
      assertThat(addresses.inOrder()).hasSize(3).endsWith(address);
    }
  }

  private void assertInTurn() {
    for (int i = 0; i < 3; i++) {
      List<URI> before = addresses.inOrder();
      assertThat(addresses.inOrder().getFirst()).isEqualTo(before.get(1));
    }
  }
}
