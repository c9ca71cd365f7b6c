package dev.latchkey.storage.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Poll;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.process.TooBusy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchesTest {
  private static final int MAX_KEYS = 256;

  private final ConcurrentLinkedQueue<List<Integer>> queries = new ConcurrentLinkedQueue<>();
  private final CountDownLatch firstIsUnderWay = new CountDownLatch(1);
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void stop() {
    firstMayEnd.countDown();
    callers.close();
  }

  @Test
  void a_single_caller_runs_its_query_at_once_in_its_own_thread() {
    var lookup =
        new Batches<Integer, Thread>(
            1, MAX_KEYS, keys -> Map.of(keys.getFirst(), Thread.currentThread()));

    assertThat(lookup.ask(7)).contains(Thread.currentThread());
  }

  @Test
  void what_is_not_found_is_empty() {
    assertThat(new Batches<Integer, String>(1, MAX_KEYS, keys -> Map.of()).ask(7)).isEmpty();
  }

  @Test
  void callers_that_come_during_a_query_share_the_next_one() throws Exception {
    Batches<Integer, String> lookup = blocking(this::squares);
    Future<Optional<String>> first = find(lookup, 1);
    firstIsUnderWay.await();
    List<Future<Optional<String>>> others =
        IntStream.rangeClosed(2, 40).mapToObj(key -> find(lookup, key)).toList();
    Future<Optional<String>> again = find(lookup, 2);
    Poll.until(() -> lookup.waiting() == 40, "forty callers in the queue");

    firstMayEnd.countDown();

    assertThat(first.get()).contains("1");
    for (int i = 0; i < others.size(); i++) {
      assertThat(others.get(i).get()).contains(String.valueOf((i + 2) * (i + 2)));
    }
    assertThat(again.get()).contains("4");
    assertThat(queries).as("one alone, then all the others").hasSize(2);
    assertThat(queries.stream().toList().getLast()).hasSize(39).doesNotHaveDuplicates();
  }

  /** Rule 3.7: a running query may have read its data before the later call. */
  @Test
  void a_running_query_gives_no_result_to_a_later_caller() throws Exception {
    var committed = new AtomicLong(1);
    Batches<Integer, Long> lookup =
        blocking(keys -> {
          long seen = committed.get();
          hold();
          return keys.stream().collect(Collectors.toMap(key -> key, key -> seen));
        });
    Future<Optional<Long>> early = find(lookup, 1);
    firstIsUnderWay.await();
    committed.set(2);
    Future<Optional<Long>> late = find(lookup, 1);
    Poll.until(() -> lookup.waiting() == 1, "the late caller in the queue");

    firstMayEnd.countDown();

    assertThat(early.get()).contains(1L);
    assertThat(late.get()).contains(2L);
  }

  @Test
  void a_query_that_fails_fails_only_for_its_own_callers() throws Exception {
    Batches<Integer, String> lookup =
        blocking(keys -> {
          if (keys.contains(1)) {
            hold();
            throw new StorageFault("the first question fails");
          }
          return squares(keys);
        });
    Future<Optional<String>> first = find(lookup, 1);
    firstIsUnderWay.await();
    Future<Optional<String>> second = find(lookup, 2);
    Poll.until(() -> lookup.waiting() == 1, "the second caller in the queue");

    firstMayEnd.countDown();

    assertThatThrownBy(first::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(StorageFault.class);
    assertThat(second.get()).contains("4");
  }

  @Test
  void beyond_the_limit_a_caller_is_refused_and_the_others_continue() throws Exception {
    Batches<Integer, String> lookup = blocking(this::squares);
    Future<Optional<String>> first = find(lookup, 1);
    firstIsUnderWay.await();
    List<Future<Optional<String>>> waiting =
        IntStream.range(0, Batches.MAX_WAITING).mapToObj(key -> find(lookup, key)).toList();
    Poll.until(() -> lookup.waiting() == Batches.MAX_WAITING, "a full queue");

    assertThatThrownBy(() -> lookup.ask(9)).isInstanceOf(TooBusy.class);

    firstMayEnd.countDown();
    assertThat(first.get()).contains("1");
    for (Future<Optional<String>> each : waiting) {
      assertThat(each.get()).isPresent();
    }
  }

  @Test
  void an_interrupted_caller_leaves_and_no_caller_waits_for_ever() throws Exception {
    Batches<Integer, String> lookup = blocking(this::squares);
    Future<Optional<String>> first = find(lookup, 1);
    firstIsUnderWay.await();
    var stopped = Thread.ofVirtual().unstarted(() -> lookup.ask(2));
    stopped.setUncaughtExceptionHandler((thread, fault) -> {});
    stopped.start();
    Poll.until(() -> lookup.waiting() == 1, "one caller in the queue");
    Future<Optional<String>> third = find(lookup, 3);
    Poll.until(() -> lookup.waiting() == 2, "two callers in the queue");

    stopped.interrupt();
    stopped.join();
    firstMayEnd.countDown();

    assertThat(first.get()).contains("1");
    assertThat(third.get()).contains("9");
  }

  /** Repeating the loop would take processor time from the thread that delivers the result. */
  @Test
  void a_caller_whose_query_is_running_sleeps_although_a_permit_is_free() throws Exception {
    var oneMayEnd = new CountDownLatch(1);
    var twoMayEnd = new CountDownLatch(1);
    var lookup =
        new Batches<Integer, String>(
            2,
            MAX_KEYS,
            keys -> {
              queries.add(keys);
              await(
                  switch (keys.getFirst()) {
                    case 1 -> oneMayEnd;
                    case 2 -> twoMayEnd;
                    default -> firstMayEnd;
                  });
              return squared(keys);
            });
    Future<Optional<String>> first = find(lookup, 1);
    Poll.until(() -> queries.size() == 1, "the first question");
    Future<Optional<String>> second = find(lookup, 2);
    Poll.until(() -> queries.size() == 2, "the second question");
    Future<Optional<String>> third = find(lookup, 3);
    Poll.until(() -> lookup.waiting() == 1, "the third caller in the queue");
    var resting = Thread.ofPlatform().start(() -> lookup.ask(4));
    Poll.until(() -> lookup.waiting() == 2, "the fourth caller in the queue");
    oneMayEnd.countDown();
    Poll.until(() -> queries.size() == 3 && lookup.waiting() == 0, "both of them under way");
    twoMayEnd.countDown();
    Poll.until(second::isDone, "a free lane");

    for (int i = 0; i < 100_000 && resting.getState() == Thread.State.WAITING; i++) {
      LockSupport.unpark(resting);
      Thread.onSpinWait();
    }

    Poll.until(() -> resting.getState() == Thread.State.WAITING, "the fourth at rest again");
    firstMayEnd.countDown();
    resting.join();
    assertThat(first.get()).contains("1");
    assertThat(third.get()).contains("9");
  }

  @Test
  void many_callers_with_few_permits_each_get_their_own_result() {
    var lookup = new Batches<Integer, String>(3, MAX_KEYS, this::squares);
    firstMayEnd.countDown();

    List<Boolean> right =
        Crowd.of(
            64,
            caller ->
                IntStream.range(0, 500)
                    .map(turn -> caller * 500 + turn)
                    .allMatch(key -> lookup.ask(key).equals(Optional.of(square(key)))));

    assertThat(right).containsOnly(true);
    assertThat(lookup.waiting()).isZero();
  }

  private <V> Future<Optional<V>> find(Batches<Integer, V> lookup, int key) {
    return callers.submit(() -> lookup.ask(key));
  }

  private <V> Batches<Integer, V> blocking(Function<List<Integer>, Map<Integer, V>> query) {
    return new Batches<>(
        1,
        MAX_KEYS,
        keys -> {
          queries.add(keys);
          return query.apply(keys);
        });
  }

  private Map<Integer, String> squares(List<Integer> keys) {
    hold();
    return squared(keys);
  }

  private static Map<Integer, String> squared(List<Integer> keys) {
    return keys.stream().collect(Collectors.toMap(key -> key, BatchesTest::square));
  }

  private static String square(int key) {
    return String.valueOf(key * key);
  }

  /** Blocks the first query until the test lets it end. */
  private void hold() {
    firstIsUnderWay.countDown();
    await(firstMayEnd);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
