package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Poll;
import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TooBusy;
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
 * Nobody is completed by a question that began before the caller came, and nobody waits for ever.
 */
class SharedQueryTest {
    private static final Duration LONGEST_REST = Duration.ofMillis(5);
    private static final Duration QUESTION = Duration.ofMillis(3);

    private final AtomicInteger queries = new AtomicInteger();
    private final CountDownLatch firstIsUnderWay = new CountDownLatch(1);
    private final CountDownLatch firstMayEnd = new CountDownLatch(1);
    private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final SharedQuery query = new SharedQuery("question", LONGEST_REST, this::ask);

    private volatile Runnable effect = () -> {};

    private void ask() {
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
    void those_who_come_while_a_question_is_under_way_share_the_next() throws Exception {
        Future<?> first = callers.submit(query::ask);
        firstIsUnderWay.await();
        List<? extends Future<?>> others =
                IntStream.range(0, 40).mapToObj(i -> callers.submit(query::ask)).toList();
        hear("a callback");
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
    void a_question_under_way_never_completes_who_comes_later() throws Exception {
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
        query.ask();
        return seen.get();
    }

    @Test
    void a_question_that_fails_fails_those_who_wait_for_it_and_the_next_is_asked()
            throws Exception {
        effect =
                () -> {
                    if (queries.get() == 2) {
                        throw new IllegalStateException("broken");
                    }
                };
        Future<?> first = callers.submit(query::ask);
        firstIsUnderWay.await();
        Future<?> second = callers.submit(query::ask);
        hear("a callback");
        Poll.until(() -> query.waiting() == 2, "two in the queue");

        firstMayEnd.countDown();

        first.get();
        assertThatThrownBy(second::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(StorageFault.class)
                .hasRootCauseMessage("broken");
        Poll.until(() -> heard.contains("a callback failed"), "the callback");
        query.ask();
        assertThat(heard).containsExactly("a callback failed");
    }

    @Test
    void an_error_in_a_question_or_a_callback_does_not_end_the_thread() {
        firstMayEnd.countDown();
        effect =
                () -> {
                    if (queries.get() == 1) {
                        throw new AssertionError("broken");
                    }
                };
        assertThatThrownBy(query::ask).isInstanceOf(StorageFault.class);
        query.whenAsked(
                () -> {
                    Thread.currentThread()
                            .setUncaughtExceptionHandler((thread, fault) -> heard.add("fault"));
                    throw new IllegalStateException("a careless callback");
                },
                () -> {});

        query.ask();

        assertThat(heard).containsExactly("fault");
    }

    @Test
    void who_leaves_callbacks_never_waits_and_is_told_by_the_thread_that_asks() throws Exception {
        query.whenAsked(() -> heard.add(Thread.currentThread().getName()), () -> {});
        firstIsUnderWay.await();
        assertThat(heard).isEmpty();

        firstMayEnd.countDown();

        Poll.until(() -> heard.size() == 1, "the callback");
        assertThat(heard).containsExactly("question");
    }

    @Test
    void beyond_the_bound_a_caller_is_refused_at_once_and_the_others_go_on() throws Exception {
        hear("the first");
        firstIsUnderWay.await();
        for (int i = 0; i < SharedQuery.WAITING; i++) {
            hear("one");
        }

        hear("the last");
        assertThat(heard).containsExactly("the last failed");
        assertThatThrownBy(query::ask).isInstanceOf(TooBusy.class);

        firstMayEnd.countDown();
        Poll.until(() -> heard.size() == SharedQuery.WAITING + 2, "all of them");
        assertThat(heard).filteredOn("one is done"::equals).hasSize(SharedQuery.WAITING);
    }

    @Test
    void at_the_end_those_who_wait_are_failed_and_so_is_who_comes_later() throws Exception {
        hear("the first");
        firstIsUnderWay.await();
        hear("the second");
        Future<?> closing = callers.submit(query::close);
        Poll.until(() -> query.waiting() == 2, "the sign to end");

        firstMayEnd.countDown();
        closing.get();

        assertThat(heard).containsExactly("the first is done", "the second failed");
        hear("the late");
        assertThat(heard).contains("the late failed");
        assertThatThrownBy(query::ask).isInstanceOf(StorageFault.class);
    }

    @Test
    void a_caller_told_to_stop_leaves() throws Exception {
        Future<?> first = callers.submit(query::ask);
        firstIsUnderWay.await();
        var stopped =
                Thread.ofVirtual()
                        .unstarted(() -> {
                            try {
                                query.ask();
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
    void of_many_callers_everybody_is_completed_by_a_question_of_the_own_time() {
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
                                            query.ask();
                                            return marked.get() >= own;
                                        }));

        assertThat(right).containsOnly(true);
        assertThat(queries).hasValueLessThan(64 * 200);
    }

    @Test
    void between_two_questions_the_store_has_its_rest_however_many_come() {
        firstMayEnd.countDown();
        effect = () -> LockSupport.parkNanos(QUESTION.toNanos());
        long begin = System.nanoTime();

        Crowd.of(
                8,
                caller -> {
                    for (int turn = 0; turn < 20; turn++) {
                        query.ask();
                    }
                    return caller;
                });

        Duration passed = Duration.ofNanos(System.nanoTime() - begin);
        Duration shortest = LONGEST_REST.multipliedBy(queries.get() - 1);
        assertThat(passed).isGreaterThan(shortest.plus(QUESTION.multipliedBy(queries.get())));
    }

    private void hear(String who) {
        query.whenAsked(() -> heard.add(who + " is done"), () -> heard.add(who + " failed"));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
