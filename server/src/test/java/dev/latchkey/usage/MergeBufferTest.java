package dev.latchkey.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Crowd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The buffer between two flushes: it counts exactly, it is bounded, and it keeps what a failing
 * store does not accept.
 */
class MergeBufferTest {
  private static final int CAPACITY = 1_000;

  private final MergeBuffer<String, Long> buffer =
      new MergeBuffer<>(
          Comparator.<String>naturalOrder(), MergedCount::new, CAPACITY, batch -> write(batch));
  private final Map<String, Long> stored = new ConcurrentHashMap<>();
  private Consumer<Map<String, Long>> storage = this::store;

  private void write(Map<String, Long> batch) {
    storage.accept(batch);
  }

  @Test
  void nothing_added_during_a_flush_is_lost_or_counted_twice() {
    Crowd.of(
        8,
        number -> {
          for (int i = 0; i < 20_000; i++) {
            buffer.add("key " + i % 7, 1L);
            if (number == 0 && i % 10 == 0) {
              buffer.flush();
            }
          }
          return number;
        });
    buffer.flush();

    assertThat(stored).hasSize(7);
    assertThat(stored.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(160_000);
  }

  @Test
  void when_the_buffer_is_full_new_keys_are_dropped_and_the_others_go_on() {
    for (int i = 0; i < 100 * CAPACITY; i++) {
      buffer.add("key " + i, 1L);
    }
    buffer.add("key 0", 1L);
    buffer.flush();

    assertThat(stored).hasSize(CAPACITY).containsEntry("key 0", 2L);
    assertThat(buffer.takeDropped()).isEqualTo(99 * CAPACITY);
    buffer.add("another", 1L);
    buffer.flush();
    assertThat(stored).containsEntry("another", 1L);
  }

  @Test
  void what_the_store_does_not_accept_stays_for_the_next_flush() {
    for (int i = 0; i < CAPACITY; i++) {
      buffer.add("key " + i, 1L);
    }

    storage = this::acceptTheFirstBatchAndFail;
    assertThatThrownBy(buffer::flush).isInstanceOf(IllegalStateException.class);
    storage = this::store;
    buffer.add("key 0", 1L);
    buffer.flush();

    assertThat(stored).hasSize(CAPACITY);
    assertThat(stored.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(CAPACITY + 1);
  }

  @Test
  void a_flush_of_some_writes_no_more_and_gives_each_key_its_turn() {
    for (int i = 0; i < 25; i++) {
      buffer.add("key " + i, 1L);
    }

    for (int turn = 0; turn < 3; turn++) {
      buffer.add("key 0", 1L);
      int before = stored.size();
      buffer.flushNext(10);
      assertThat(stored.size() - before).isEqualTo(turn == 2 ? 5 : 10);
    }

    assertThat(stored).hasSize(25);
    buffer.flush();
    assertThat(stored).containsEntry("key 0", 4L);
  }

  @Test
  void a_batch_that_fails_does_not_hold_the_next_ones_back() {
    for (int i = 0; i < CAPACITY; i++) {
      buffer.add("key " + i, 1L);
    }
    storage = this::refuseKey0;

    assertThatThrownBy(() -> buffer.flushNext(CAPACITY)).isInstanceOf(IllegalStateException.class);
    buffer.flushNext(CAPACITY);
    assertThat(stored).hasSizeGreaterThan(CAPACITY / 2).doesNotContainKey("key 0");

    storage = this::store;
    buffer.flushNext(CAPACITY);
    assertThat(stored).hasSize(CAPACITY).containsEntry("key 0", 1L);
  }

  @Test
  void all_nodes_write_in_the_same_order() {
    var written = new ArrayList<String>();
    storage = batch -> written.addAll(batch.keySet());
    List.of("b", "c", "a").forEach(key -> buffer.add(key, 1L));

    buffer.flush();

    assertThat(written).containsExactly("a", "b", "c");
  }

  private void store(Map<String, Long> batch) {
    batch.forEach((key, value) -> stored.merge(key, value, Long::sum));
  }

  private void refuseKey0(Map<String, Long> batch) {
    if (batch.containsKey("key 0")) {
      throw new IllegalStateException("the store refuses one row");
    }
    store(batch);
  }

  private void acceptTheFirstBatchAndFail(Map<String, Long> batch) {
    if (!stored.isEmpty()) {
      throw new IllegalStateException("the store is full");
    }
    store(batch);
  }
}
