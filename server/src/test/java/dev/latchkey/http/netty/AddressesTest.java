package dev.latchkey.http.netty;

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
    void each_is_first_in_turn() {
        assertThat(addresses.inOrder()).containsExactly(ONE, TWO, THREE);
        assertThat(addresses.inOrder()).containsExactly(TWO, THREE, ONE);
        assertThat(addresses.inOrder()).containsExactly(THREE, ONE, TWO);
        assertThat(addresses.inOrder()).containsExactly(ONE, TWO, THREE);
    }

    @Test
    void one_that_fails_is_the_last_for_twice_as_long_each_time() {
        for (int seconds : List.of(1, 2, 4, 8, 16, 32, 32)) {
            addresses.failed(ONE);
            pass(Duration.ofSeconds(seconds).minusNanos(1));
            assertLast(ONE);
            pass(Duration.ofNanos(1));
            assertInTurn();
        }
    }

    @Test
    void failures_at_the_same_time_are_one() {
        for (int i = 0; i < 100; i++) {
            addresses.failed(ONE);
        }
        pass(Duration.ofSeconds(1));
        assertInTurn();
    }

    @Test
    void an_answer_makes_up_for_every_failure() {
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
    void where_all_fail_all_are_tried() {
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
