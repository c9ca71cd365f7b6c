package dev.latchkey.load;

import dev.latchkey.host.HostFault;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sends requests on many connections from one thread, one request at a time on each connection. It
 * uses one thread because it may have only one processor: one thread for each connection would
 * spend that processor on switching between threads.
 */
public final class LoadDriver implements AutoCloseable {
  private static final int SLEEP_MILLIS = 100;
  private static final long SHORTEST_SLEEP_NANOS = 1_500_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long BETWEEN_CHECKS_NANOS = 100 * NANOS_PER_MILLI;

  private final Selector selector;
  private final List<LoadRun> runs = new ArrayList<>();
  private final Optional<PipeliningClient> pipeliningClient;
  private final Until until;
  private long start;
  private long nextCheck = BETWEEN_CHECKS_NANOS;

  private LoadDriver(List<Load> loads, Optional<Pipeline> pipeline, Until until)
      throws IOException {
    this.until = until;
    this.selector = Selector.open();
    try {
      for (Load load : loads) {
        var run = new LoadRun(load, until, this::now);
        runs.add(run);
        run.prepare(selector);
      }
      this.pipeliningClient =
          pipeline.isPresent()
              ? Optional.of(PipeliningClient.open(pipeline.get(), selector))
              : Optional.empty();
    } catch (IOException refused) {
      runs.forEach(LoadRun::close);
      selector.close();
      throw refused;
    }
  }

  /**
   * When to stop: after a time or, where a limited stock of tokens is used up, after a number of
   * requests.
   */
  public record Until(Duration time, long requests) {
    public static Until elapsed(Duration time) {
      return new Until(time, Long.MAX_VALUE);
    }
  }

  /** The result of each load, in their order, and the rate of answers to the pipelining client. */
  public record Results(List<LoadResult> loads, double pipelinedPerSecond) {}

  /**
   * Sends requests until the limit, or until the callers have no more requests. Requests that were
   * due before the limit are still sent, and their answers are awaited, so the delays of a server
   * that falls behind are counted.
   */
  public static LoadResult run(List<? extends Caller> callers, Pace pace, Until until) {
    return run(Load.of(callers, pace), until);
  }

  public static LoadResult run(Load load, Until until) {
    return run(List.of(load), Optional.empty(), until).loads().getFirst();
  }

  /**
   * Runs several loads at the same time, with a pipelining client beside them if {@code pipeline}
   * is present.
   */
  public static Results run(List<Load> loads, Optional<Pipeline> pipeline, Until until) {
    try (LoadDriver driver = new LoadDriver(loads, pipeline, until)) {
      return driver.run();
    } catch (IOException broken) {
      String authority = loads.getFirst().callers().getFirst().address().authority();
      throw new HostFault("cannot send requests to " + authority, broken);
    }
  }

  private Results run() throws IOException {
    start = System.nanoTime();
    runs.forEach(LoadRun::begin);
    while (true) {
      long due = Long.MAX_VALUE;
      for (LoadRun run : runs) {
        due = Math.min(due, run.sendDueRequests());
      }
      if (isDone()) {
        break;
      }
      if (now() > nextCheck) {
        runs.forEach(LoadRun::giveUp);
        closePipelineWhenOver();
        nextCheck = now() + BETWEEN_CHECKS_NANOS;
      }
      await(due);
    }
    return new Results(
        runs.stream().map(LoadRun::result).toList(),
        pipeliningClient
            .map(client -> client.answers() * 1e9 / until.time().toNanos())
            .orElse(0.0));
  }

  /**
   * Closes the pipelining connection when the time is over. The requests that wait behind it are
   * then answered, and their whole waiting time is measured.
   */
  private void closePipelineWhenOver() throws IOException {
    if (pipeliningClient.isPresent() && now() >= until.time().toNanos()) {
      pipeliningClient.get().close();
    }
  }

  /**
   * Whether all loads are done. A pipelining client never runs out of requests, so it ends when the
   * time is over.
   */
  private boolean isDone() {
    for (LoadRun run : runs) {
      if (!run.isDone()) {
        return false;
      }
    }
    return pipeliningClient.isEmpty() || now() >= until.time().toNanos();
  }

  /**
   * Waits until a socket is ready or until the next request is due. A timed select is too coarse
   * for a request that is due soon. Such a request is awaited in a loop that yields the processor
   * to other threads.
   */
  @SuppressWarnings("ThreadPriorityCheck")
  private void await(long due) throws IOException {
    long pause = due == Long.MAX_VALUE ? Long.MAX_VALUE : due - now();
    if (pause > SHORTEST_SLEEP_NANOS) {
      long millis = pause / NANOS_PER_MILLI;
      selector.select(LoadDriver::receive, Math.min(SLEEP_MILLIS, millis));
    } else if (selector.selectNow(LoadDriver::receive) == 0) {
      Thread.yield();
    }
  }

  private static void receive(SelectionKey ready) {
    ((SocketHandler) ready.attachment()).onReady(ready);
  }

  private long now() {
    return System.nanoTime() - start;
  }

  @Override
  public void close() throws IOException {
    runs.forEach(LoadRun::close);
    if (pipeliningClient.isPresent()) {
      pipeliningClient.get().close();
    }
    selector.close();
  }
}
