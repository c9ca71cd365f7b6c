package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.Poll;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.process.TooBusy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A caller is never completed by a query that began before its call, and no caller waits for ever.
 */
@MeasuresTime
class SharedQueryTest {
  private static final Duration MAX_PAUSE = Duration.ofMillis(5);
  private static final Duration QUERY_TIME = Duration.ofMillis(3);

  private final AtomicInteger queries = new AtomicInteger();
  private final CountDownLatch firstIsUnderWay = new CountDownLatch(1);
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final SharedQuery query = new SharedQuery("question", MAX_PAUSE, this::runQuery);

  private volatile Runnable effect = () -> {};

  private void runQuery() {
    int number = queries.incrementAndGet();
    effect.run();
    if (number == 1) {
      firstIsUnderWay.countDown();
      await(firstMayEnd);
    }
  }

  @AfterEach
  void stop() {
    firstMayEnd.countDown();
    query.close();
    callers.close();
  }

  @Test
  void callers_that_come_during_a_query_share_the_next() throws Exception {
    Future<?> first = callers.submit(query::run);
    firstIsUnderWay.await();
    List<? extends Future<?>> others =
        IntStream.range(0, 40).mapToObj(i -> callers.submit(query::run)).toList();
    waitFor("a callback");
    Poll.until(() -> query.waiting() == 41, "all in the queue");

    firstMayEnd.countDown();

    first.get();
    for (Future<?> each : others) {
      each.get();
    }
    assertThat(queries).hasValue(2);
    Poll.until(() -> heard.contains("a callback is done"), "the callback");
  }

  @Test
  void a_running_query_never_completes_a_later_caller() throws Exception {
    var committed = new AtomicLong(1);
    var seen = new AtomicLong();
    effect = () -> seen.set(committed.get());
    Future<Long> early = callers.submit(() -> seenBy(seen));
    firstIsUnderWay.await();
    committed.set(2);
    Future<Long> late = callers.submit(() -> seenBy(seen));
    Poll.until(() -> query.waiting() == 1, "the late caller in the queue");
    assertThat(late.isDone()).isFalse();

    firstMayEnd.countDown();

    early.get();
    assertThat(late.get()).isEqualTo(2);
  }

  private long seenBy(AtomicLong seen) {
    query.run();
    return seen.get();
  }

  @Test
  void a_query_that_fails_fails_its_callers_and_the_next_query_runs() throws Exception {
    effect =
        () -> {
          if (queries.get() == 2) {
            throw new IllegalStateException("broken");
          }
        };
    Future<?> first = callers.submit(query::run);
    firstIsUnderWay.await();
    Future<?> second = callers.submit(query::run);
    waitFor("a callback");
    Poll.until(() -> query.waiting() == 2, "two in the queue");

    firstMayEnd.countDown();

    first.get();
    assertThatThrownBy(second::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(StorageFault.class)
        .hasRootCauseMessage("broken");
    Poll.until(() -> heard.contains("a callback failed"), "the callback");
    query.run();
    assertThat(heard).containsExactly("a callback failed");
  }

  @Test
  void an_error_in_a_query_or_a_callback_does_not_end_the_thread() {
    firstMayEnd.countDown();
    effect =
        () -> {
          if (queries.get() == 1) {
            throw new AssertionError("broken");
          }
        };
    assertThatThrownBy(query::run).isInstanceOf(StorageFault.class);
    query.whenRun(
        () -> {
          Thread.currentThread().setUncaughtExceptionHandler((thread, fault) -> heard.add("fault"));
          throw new AssertionError("broken");
        },
        () -> {});
    query.whenRun(
        () -> {
          throw new IllegalStateException("a careless callback");
        },
        () -> {});

    query.run();

    assertThat(heard).containsExactly("fault");
  }

  @Test
  void a_caller_with_callbacks_never_waits_and_is_called_by_the_query_thread() throws Exception {
    query.whenRun(() -> heard.add(Thread.currentThread().getName()), () -> {});
    firstIsUnderWay.await();
    assertThat(heard).isEmpty();

    firstMayEnd.countDown();

    Poll.until(() -> heard.size() == 1, "the callback");
    assertThat(heard).containsExactly("question");
  }

  @Test
  void beyond_the_limit_a_caller_is_refused_at_once_and_the_others_continue() throws Exception {
    waitFor("the first");
    firstIsUnderWay.await();
    for (int i = 0; i < SharedQuery.MAX_WAITING; i++) {
      waitFor("one");
    }

    waitFor("the last");
    assertThat(heard).containsExactly("the last failed");
    assertThatThrownBy(query::run).isInstanceOf(TooBusy.class);

    firstMayEnd.countDown();
    Poll.until(() -> heard.size() == SharedQuery.MAX_WAITING + 2, "all of them");
    assertThat(heard).filteredOn("one is done"::equals).hasSize(SharedQuery.MAX_WAITING);
  }

  @Test
  void at_the_end_waiting_and_later_callers_fail() throws Exception {
    waitFor("the first");
    firstIsUnderWay.await();
    waitFor("the second");
    Future<?> closing = callers.submit(query::close);
    Poll.until(() -> query.waiting() == 2, "the sign to end");

    firstMayEnd.countDown();
    closing.get();

    assertThat(heard).containsExactly("the first is done", "the second failed");
    waitFor("the late");
    assertThat(heard).contains("the late failed");
    assertThatThrownBy(query::run).isInstanceOf(StorageFault.class);
  }

  @Test
  void an_interrupted_caller_leaves() throws Exception {
    Future<?> first = callers.submit(query::run);
    firstIsUnderWay.await();
    var stopped =
        Thread.ofVirtual()
            .unstarted(() -> {
              try {
                query.run();
              } catch (StorageFault fault) {
                heard.add("stopped");
              }
            });
    stopped.start();
    Poll.until(() -> query.waiting() == 1, "the caller in the queue");

    stopped.interrupt();
    stopped.join();

    assertThat(heard).containsExactly("stopped");
    firstMayEnd.countDown();
    first.get();
  }

  @Test
  void each_of_many_callers_is_completed_by_a_query_that_began_after_its_call() {
    firstMayEnd.countDown();
    var committed = new AtomicLong();
    var marked = new AtomicLong();
    effect = () -> marked.set(committed.get());

    List<Boolean> right =
        Crowd.of(
            64,
            caller ->
                IntStream.range(0, 200)
                    .allMatch(turn -> {
                      long own = committed.incrementAndGet();
                      query.run();
                      return marked.get() >= own;
                    }));

    assertThat(right).containsOnly(true);
    assertThat(queries).hasValueLessThan(64 * 200);
  }

  @Test
  void between_two_queries_the_store_is_left_idle_however_many_callers_come() {
    firstMayEnd.countDown();
    effect = () -> LockSupport.parkNanos(QUERY_TIME.toNanos());
    long begin = System.nanoTime();

    Crowd.of(
        8,
        caller -> {
          for (int turn = 0; turn < 20; turn++) {
            query.run();
          }
          return caller;
        });

    Duration passed = Duration.ofNanos(System.nanoTime() - begin);
    Duration shortest = MAX_PAUSE.multipliedBy(queries.get() - 1);
    assertThat(passed).isGreaterThan(shortest.plus(QUERY_TIME.multipliedBy(queries.get())));
  }

  private void waitFor(String who) {
    query.whenRun(() -> heard.add(who + " is done"), () -> heard.add(who + " failed"));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
