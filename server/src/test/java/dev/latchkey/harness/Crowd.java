package dev.latchkey.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/**
 * Runs many callers that start at the same moment, each on a thread of the system: virtual threads
 * that are never idle would keep those of the server, in the same process, from running.
 */
public final class Crowd {
  private Crowd() {}

  public static <T> List<T> of(int size, IntFunction<T> each) {
    var ready = new CountDownLatch(size);
    var start = new CountDownLatch(1);
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var running = new ArrayList<Future<T>>();
      for (int i = 0; i < size; i++) {
        int number = i;
        running.add(
            threads.submit(() -> {
              ready.countDown();
              start.await();
              return each.apply(number);
            }));
      }
      ready.await();
      start.countDown();
      var outcomes = new ArrayList<T>();
      for (Future<T> caller : running) {
        outcomes.add(caller.get());
      }
      return outcomes;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    }
  }
}
