package dev.latchkey.edge.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Poll;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HandshakeTasksTest {
  private final HandshakeTasks tasks = new HandshakeTasks(1);
  private final List<String> done = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    tasks.close();
  }

  @Test
  void networks_take_turns_however_many_tasks_one_has() {
    var isReady = new CountDownLatch(1);
    var flood = new Holdings();
    tasks
        .of(flood)
        .execute(() -> {
          try {
            isReady.await();
          } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
          }
        });
    IntStream.range(0, 1_000).forEach(i -> tasks.of(flood).execute(() -> done.add("flood")));
    tasks.of(new Holdings()).execute(() -> done.add("other"));

    isReady.countDown();
    Poll.until(() -> done.size() == 1_001, "all are done");

    assertThat(done.indexOf("other")).isLessThan(3);
  }

  @Test
  void a_task_that_fails_does_not_end_the_others() {
    var network = new Holdings();
    tasks
        .of(network)
        .execute(() -> {
          throw new IllegalStateException("of this test");
        });
    tasks.of(network).execute(() -> done.add("next"));

    Poll.until(() -> done.contains("next"), "the next one is done");
  }
}
