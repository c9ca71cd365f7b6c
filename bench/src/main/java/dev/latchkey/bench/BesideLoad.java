package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Sends a load in short windows until it is stopped, beside what its creator measures. */
final class BesideLoad implements AutoCloseable {
  private static final Duration WINDOW = Duration.ofSeconds(2);

  private final CompletableFuture<List<List<LoadResult>>> windows;
  private volatile boolean isOver;

  private BesideLoad(List<Load> loads) {
    var done = new CompletableFuture<List<List<LoadResult>>>();
    this.windows = done;
    Thread.ofPlatform()
        .daemon()
        .name("load")
        .start(() -> {
          try {
            done.complete(send(loads));
          } catch (RuntimeException broken) {
            done.completeExceptionally(broken);
          }
        });
  }

  static BesideLoad start(List<Load> loads) {
    return new BesideLoad(loads);
  }

  private List<List<LoadResult>> send(List<Load> loads) {
    var all = new ArrayList<List<LoadResult>>();
    while (!isOver) {
      all.add(LoadDriver.run(loads, Optional.empty(), LoadDriver.Until.elapsed(WINDOW)).loads());
    }
    return all;
  }

  /** Stops the load, and returns the results of each window, in the order of the loads. */
  List<List<LoadResult>> stop() {
    isOver = true;
    try {
      return windows.join();
    } catch (CompletionException broken) {
      throw new HostFault("the load was interrupted", broken);
    }
  }

  @Override
  public void close() {
    isOver = true;
  }
}
