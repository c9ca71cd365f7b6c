package dev.latchkey.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Crowd;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The memory between two flushes: exact, bounded, and patient with a store that fails. */
class MergeBufferTest {
    private static final int MOST = 1_000;

    private final MergeBuffer<String, Long> buffer =
            new MergeBuffer<>(Comparator.<String>naturalOrder(), MergedCount::new, MOST);
    private final Map<String, Long> stored = new ConcurrentHashMap<>();

    @Test
    void nothing_added_while_it_is_poured_is_lost_or_counted_twice() {
        Crowd.of(
                8,
                number -> {
                    for (int i = 0; i < 20_000; i++) {
                        buffer.add("key " + i % 7, 1L);
                        if (number == 0 && i % 10 == 0) {
                            buffer.pour(this::store);
                        }
                    }
                    return number;
                });
        buffer.pour(this::store);

        assertThat(stored).hasSize(7);
        assertThat(stored.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(160_000);
    }

    @Test
    void more_keys_than_it_holds_are_left_out_and_those_held_go_on() {
        for (int i = 0; i < 100 * MOST; i++) {
            buffer.add("key " + i, 1L);
        }
        buffer.add("key 0", 1L);
        buffer.pour(this::store);

        assertThat(stored).hasSize(MOST).containsEntry("key 0", 2L);
        assertThat(buffer.takeLeftOut()).isEqualTo(99 * MOST);
        buffer.add("another", 1L);
        buffer.pour(this::store);
        assertThat(stored).containsEntry("another", 1L);
    }

    @Test
    void what_the_store_does_not_take_is_kept_for_the_next_time() {
        for (int i = 0; i < MOST; i++) {
            buffer.add("key " + i, 1L);
        }

        assertThatThrownBy(() -> buffer.pour(this::takeTheFirstBiteAndBreak))
                .isInstanceOf(IllegalStateException.class);
        buffer.add("key 0", 1L);
        buffer.pour(this::store);

        assertThat(stored).hasSize(MOST);
        assertThat(stored.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(MOST + 1);
    }

    @Test
    void a_round_pours_part_by_part_what_was_held_at_its_beginning() {
        for (int i = 0; i < 25; i++) {
            buffer.add("key " + i, 1L);
        }

        boolean isOver = false;
        for (int turn = 0; turn < 10; turn++) {
            assertThat(isOver).isFalse();
            buffer.add("key 3", 1L);
            int before = stored.size();
            isOver = buffer.pourPart(10, this::store);
            assertThat(stored.size() - before).isBetween(2, 3);
        }

        assertThat(isOver).isTrue();
        assertThat(stored).hasSize(25);
        buffer.pour(this::store);
        assertThat(stored).containsEntry("key 3", 11L);
    }

    @Test
    void every_node_writes_in_one_order() {
        List.of("b", "c", "a").forEach(key -> buffer.add(key, 1L));

        buffer.pour(bite -> assertThat(bite.keySet()).containsExactly("a", "b", "c"));
    }

    private void store(Map<String, Long> bite) {
        bite.forEach((key, value) -> stored.merge(key, value, Long::sum));
    }

    private void takeTheFirstBiteAndBreak(Map<String, Long> bite) {
        if (!stored.isEmpty()) {
            throw new IllegalStateException("the store is full");
        }
        store(bite);
    }
}
