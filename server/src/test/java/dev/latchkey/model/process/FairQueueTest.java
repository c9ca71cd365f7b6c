package dev.latchkey.model.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.Poll;
import dev.latchkey.model.Network;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which caller is served next, and which caller is refused (security row 99). */
@MeasuresTime
class FairQueueTest {
  private final FairQueue queue = new FairQueue(1, 1, 4, Duration.ofMinutes(1));
  private final CountDownLatch busy = new CountDownLatch(1);
  private final List<String> served = new CopyOnWriteArrayList<>();
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private int arrived;

  @BeforeEach
  void takeTheTurn() throws InterruptedException {
    var begun = new CountDownLatch(1);
    Thread.startVirtualThread(() ->
        queue.inTurn(
            caller("elsewhere", "nobody"),
            () -> {
              begun.countDown();
              return waited(busy);
            }));
    begun.await();
  }

  @AfterEach
  void release() {
    busy.countDown();
  }

  @Test
  void networks_take_turns_however_many_wait_in_one() {
    arrive("a", "1", "2", "3");
    arrive("b", "4");

    assertThat(served()).containsExactly("a 1", "b 4", "a 2", "a 3");
    assertThat(refused).isEmpty();
  }

  @Test
  void a_network_that_fills_the_queue_makes_room_for_another() {
    arrive("a", "1", "2", "3", "4");
    arrive("b", "5");

    assertThat(refused).containsExactly("a 4");
    assertThat(served()).containsExactly("a 1", "b 5", "a 2", "a 3");
  }

  @Test
  void a_network_that_fills_the_queue_gets_no_more_places() {
    arrive("a", "1", "2", "3", "4", "5");

    assertThat(refused).containsExactly("a 5");
  }

  @Test
  void many_networks_that_try_one_account_do_not_delay_callers_for_another() {
    for (String network : List.of("a", "b", "c")) {
      arrive(network, "mei");
    }
    arrive("d", "sam");

    assertThat(served()).containsExactly("a mei", "d sam", "b mei", "c mei");
    assertThat(refused).isEmpty();
  }

  @Test
  void an_account_that_many_networks_try_makes_room_for_another() {
    for (String network : List.of("a", "b", "c", "d")) {
      arrive(network, "mei");
    }

    arrive("e", "sam");
    arrive("f", "mei");

    assertThat(refused).containsExactly("d mei", "f mei");
    assertThat(served()).containsExactly("a mei", "e sam", "b mei", "c mei");
  }

  @Test
  void a_network_that_tries_one_account_often_does_not_keep_its_owner_out() {
    for (int i = 0; i < 4; i++) {
      arrive("a", "mei");
    }
    arrive("b", "mei");

    assertThat(refused).containsExactly("a mei");
    assertThat(served()).containsExactly("a mei", "a mei", "b mei", "a mei");
  }

  @Test
  void if_all_networks_have_one_caller_a_new_one_is_refused() {
    for (String network : List.of("a", "b", "c", "d", "e")) {
      arrive(network, "of " + network);
    }

    assertThat(refused).containsExactly("e of e");
  }

  @Test
  void one_account_has_some_of_the_turns_and_leaves_the_others() throws InterruptedException {
    var several = new FairQueue(3, 2, 4, Duration.ofMinutes(1));
    var blocked = new CountDownLatch(1);
    var begun = new CountDownLatch(2);
    for (int i = 0; i < 3; i++) {
      Thread.startVirtualThread(() ->
          several.inTurn(
              caller("a", "mei"),
              () -> {
                begun.countDown();
                waited(blocked);
                return served.add("a mei");
              }));
    }
    begun.await();
    Poll.until(() -> several.length() == 1, "the third write of mei");

    assertThat(several.inTurn(caller("a", "sam"), () -> "served")).isEqualTo("served");

    blocked.countDown();
    Poll.until(() -> served.size() == 3, "all of mei");
    assertThat(several.length()).isZero();
  }

  @Test
  void a_caller_that_waits_too_long_is_refused_and_leaves_no_trace() {
    var impatient = new FairQueue(1, 1, 4, Duration.ofMillis(1));
    var results = new CopyOnWriteArrayList<String>();

    impatient.inTurn(
        caller("a", "1"),
        () -> {
          try {
            return impatient.inTurn(caller("b", "2"), () -> results.add("served"));
          } catch (TooBusy busy) {
            return results.add("refused");
          }
        });

    assertThat(results).containsExactly("refused");
    assertThat(impatient.length()).isZero();
    assertThat(impatient.inTurn(caller("b", "2"), () -> "served")).isEqualTo("served");
  }

  /** The callers arrive one after the other, so that a test knows their order. */
  private void arrive(String network, String... accounts) {
    for (String account : accounts) {
      String name = network + " " + account;
      Thread.startVirtualThread(() -> {
        try {
          queue.inTurn(caller(network, account), () -> served.add(name));
        } catch (TooBusy busy) {
          refused.add(name);
        }
      });
      arrived++;
      Poll.until(() -> queue.length() + refused.size() == arrived, name);
    }
  }

  private List<String> served() {
    busy.countDown();
    Poll.until(() -> served.size() + refused.size() == arrived, "everybody's turn");
    return served;
  }

  private static FairQueue.Caller caller(String network, String account) {
    return new FairQueue.Caller(new Network(network), account);
  }

  private static boolean waited(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
