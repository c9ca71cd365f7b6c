package dev.latchkey.storage.database;

import dev.latchkey.model.process.LatencyHistogram;
import java.util.concurrent.atomic.LongAdder;

/** How long the work of a database takes, for monitoring. */
public final class StoreActivity {
  private final LatencyHistogram connections = new LatencyHistogram();
  private final LatencyHistogram reads = new LatencyHistogram();
  private final LatencyHistogram writes = new LatencyHistogram();
  private final LatencyHistogram commits = new LatencyHistogram();
  private final LongAdder committed = new LongAdder();

  /** The wait for a connection of the pool. */
  public LatencyHistogram connections() {
    return connections;
  }

  /** Reads, from the call to the result, with the wait for a connection. */
  public LatencyHistogram reads() {
    return reads;
  }

  /** Writes, from the call until the data is on disk, with all waits and retries. */
  public LatencyHistogram writes() {
    return writes;
  }

  /** Commits alone, until the data is on disk. Several writes may share one. */
  public LatencyHistogram commits() {
    return commits;
  }

  /** Counts a commit of this number of writes that began at this {@link System#nanoTime}. */
  public void committed(int number, long start) {
    commits.recordSince(start);
    committed.add(number);
  }

  /** How many writes were committed. */
  public long committedWrites() {
    return committed.sum();
  }
}
