package dev.latchkey.model.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Poll;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class BackgroundTest {
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final AtomicInteger steps = new AtomicInteger();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final AtomicBoolean hasEnded = new AtomicBoolean();

  @Test
  void a_step_that_fails_is_repeated_and_its_failures_are_logged_once() throws Exception {
    Thread thread =
        Background.repeat(
            "work that fails",
            () -> !isOver.get(),
            () -> {
              steps.incrementAndGet();
              throw new IllegalStateException("on purpose");
            },
            () -> hasEnded.set(true));
    Handler handler = listen();
    try {
      thread.start();
      Poll.until(() -> steps.get() >= 3, "three steps");
    } finally {
      Logger.getLogger("dev.latchkey").removeHandler(handler);
    }

    assertThat(logged).containsExactly("The background task work that fails failed and goes on");
    assertThat(thread.isAlive()).isTrue();
    end(thread);
  }

  @Test
  void a_task_that_keeps_failing_is_logged_once_a_minute() {
    Runnable task =
        Background.attempts(
            "task that fails",
            () -> {
              throw new IllegalStateException("number " + steps.incrementAndGet());
            });
    Handler handler = listen();
    try {
      task.run();
      task.run();
    } finally {
      Logger.getLogger("dev.latchkey").removeHandler(handler);
    }

    assertThat(steps).hasValue(2);
    assertThat(logged).containsExactly("The background task task that fails failed and goes on");
  }

  @Test
  void an_interruption_ends_the_work_only_if_it_is_over() throws Exception {
    Thread thread =
        Background.repeat(
            "work that waits",
            () -> !isOver.get(),
            () -> {
              steps.incrementAndGet();
              new CountDownLatch(1).await();
            },
            () -> hasEnded.set(true));
    thread.start();
    Poll.until(() -> steps.get() == 1, "the first step");

    thread.interrupt();

    Poll.until(() -> steps.get() == 2, "the second step");
    assertThat(hasEnded).isFalse();
    end(thread);
  }

  @Test
  void a_task_that_fails_does_not_keep_the_next_one_from_running() {
    var done = new CopyOnWriteArrayList<String>();
    try (var queue = new BackgroundQueue("tasks", Duration.ZERO)) {
      queue.add(() -> {
        throw new IllegalStateException("on purpose");
      });
      queue.add(() -> done.add("first"));
      queue.add(
          () -> {
            throw new IllegalStateException("on purpose");
          },
          Duration.ofMillis(1));
      queue.add(() -> done.add("second"), Duration.ofMillis(2));

      Poll.until(() -> done.equals(List.of("first", "second")), "both tasks");
    }
  }

  private void end(Thread thread) throws InterruptedException {
    isOver.set(true);
    thread.interrupt();
    thread.join();
    assertThat(hasEnded).isTrue();
  }

  private Handler listen() {
    var handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            if (record.getMessage().contains("that fails")) {
              logged.add(record.getMessage());
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger.getLogger("dev.latchkey").addHandler(handler);
    return handler;
  }
}
