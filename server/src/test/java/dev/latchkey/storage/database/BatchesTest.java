package dev.latchkey.storage.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Poll;
import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TooBusy;
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
    private static final int MOST = 256;

    private final ConcurrentLinkedQueue<List<Integer>> asked = new ConcurrentLinkedQueue<>();
    private final CountDownLatch firstIsUnderWay = new CountDownLatch(1);
    private final CountDownLatch firstMayEnd = new CountDownLatch(1);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        firstMayEnd.countDown();
        callers.close();
    }

    @Test
    void a_lone_caller_asks_at_once_and_in_its_own_thread() {
        var lookup =
                new Batches<Integer, Thread>(
                        1, MOST, keys -> Map.of(keys.getFirst(), Thread.currentThread()));

        assertThat(lookup.ask(7)).contains(Thread.currentThread());
    }

    @Test
    void what_is_not_found_is_empty() {
        assertThat(new Batches<Integer, String>(1, MOST, keys -> Map.of()).ask(7)).isEmpty();
    }

    @Test
    void those_who_come_while_the_lane_is_taken_share_the_next_question() throws Exception {
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
        assertThat(asked).as("one alone, then all the others").hasSize(2);
        assertThat(asked.stream().toList().getLast()).hasSize(39).doesNotHaveDuplicates();
    }

    /** Decision 3.7: a question under way may have read before the wish came up. */
    @Test
    void a_question_under_way_never_answers_who_comes_later() throws Exception {
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
    void a_question_that_fails_fails_for_those_it_was_asked_for_alone() throws Exception {
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
    void beyond_the_bound_a_caller_is_refused_and_the_others_go_on() throws Exception {
        Batches<Integer, String> lookup = blocking(this::squares);
        Future<Optional<String>> first = find(lookup, 1);
        firstIsUnderWay.await();
        List<Future<Optional<String>>> waiting =
                IntStream.range(0, Batches.WAITING).mapToObj(key -> find(lookup, key)).toList();
        Poll.until(() -> lookup.waiting() == Batches.WAITING, "a full queue");

        assertThatThrownBy(() -> lookup.ask(9)).isInstanceOf(TooBusy.class);

        firstMayEnd.countDown();
        assertThat(first.get()).contains("1");
        for (Future<Optional<String>> each : waiting) {
            assertThat(each.get()).isPresent();
        }
    }

    @Test
    void a_caller_told_to_stop_leaves_and_nobody_waits_for_ever() throws Exception {
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

    /** Going round instead would keep the thread from whoever brings the answer. */
    @Test
    void a_caller_whose_key_is_under_way_rests_though_a_lane_is_free() throws Exception {
        var oneMayEnd = new CountDownLatch(1);
        var twoMayEnd = new CountDownLatch(1);
        var lookup =
                new Batches<Integer, String>(
                        2,
                        MOST,
                        keys -> {
                            asked.add(keys);
                            await(
                                    switch (keys.getFirst()) {
                                        case 1 -> oneMayEnd;
                                        case 2 -> twoMayEnd;
                                        default -> firstMayEnd;
                                    });
                            return squared(keys);
                        });
        Future<Optional<String>> first = find(lookup, 1);
        Poll.until(() -> asked.size() == 1, "the first question");
        Future<Optional<String>> second = find(lookup, 2);
        Poll.until(() -> asked.size() == 2, "the second question");
        Future<Optional<String>> third = find(lookup, 3);
        Poll.until(() -> lookup.waiting() == 1, "the third caller in the queue");
        var resting = Thread.ofPlatform().start(() -> lookup.ask(4));
        Poll.until(() -> lookup.waiting() == 2, "the fourth caller in the queue");
        oneMayEnd.countDown();
        Poll.until(() -> asked.size() == 3 && lookup.waiting() == 0, "both of them under way");
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
    void of_many_callers_on_few_lanes_everybody_gets_the_own_answer() {
        var lookup = new Batches<Integer, String>(3, MOST, this::squares);
        firstMayEnd.countDown();

        List<Boolean> right =
                Crowd.of(
                        64,
                        caller ->
                                IntStream.range(0, 500)
                                        .map(turn -> caller * 500 + turn)
                                        .allMatch(key ->
                                                lookup.ask(key).equals(Optional.of(square(key)))));

        assertThat(right).containsOnly(true);
        assertThat(lookup.waiting()).isZero();
    }

    private <V> Future<Optional<V>> find(Batches<Integer, V> lookup, int key) {
        return callers.submit(() -> lookup.ask(key));
    }

    private <V> Batches<Integer, V> blocking(Function<List<Integer>, Map<Integer, V>> query) {
        return new Batches<>(
                1,
                MOST,
                keys -> {
                    asked.add(keys);
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

    /** Stands still during the first question, until the test lets it end. */
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
