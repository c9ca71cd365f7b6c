package dev.latchkey.edge.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Poll;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The queue of the access log and of the traces. */
class RecordQueueTest {
  private final List<String> written = new CopyOnWriteArrayList<>();

  @Test
  void records_that_cannot_be_written_are_counted_and_the_next_ones_are_written() {
    try (var queue = new RecordQueue<String>("test", this::write)) {
      queue.add("broken");
      Poll.until(() -> queue.dropped() == 1, "a record that was lost");

      queue.add("next");

      Poll.until(() -> written.equals(List.of("next")), "the next record");
      assertThat(queue.dropped()).isEqualTo(1);
    }
  }

  @Test
  void what_waits_is_written_at_the_end_even_after_a_failure() {
    var queue = new RecordQueue<String>("test", this::write);
    queue.add("broken");
    Poll.until(() -> queue.dropped() == 1, "a record that was lost");
    for (int i = 0; i < 1_000; i++) {
      queue.add("record");
    }

    queue.close();

    assertThat(written).hasSize(1_000);
  }

  private void write(List<String> batch) {
    if (batch.contains("broken")) {
      throw new IllegalStateException("on purpose");
    }
    written.addAll(batch);
  }
}
