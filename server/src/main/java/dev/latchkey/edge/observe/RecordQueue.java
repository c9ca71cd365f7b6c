package dev.latchkey.edge.observe;

import dev.latchkey.model.process.Background;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Records that wait to be written by a thread of their own, so that a request never waits for a
 * disk or a collector. If too many wait, new ones are dropped and counted.
 */
final class RecordQueue<T> implements AutoCloseable {
  private static final int CAPACITY = 16_384;
  private static final int BATCH = 512;

  private final BlockingQueue<T> waiting = new ArrayBlockingQueue<>(CAPACITY);
  private final LongAdder dropped = new LongAdder();
  private final Target<T> target;
  private final Thread thread;
  private volatile boolean isClosing;

  /** Writes records, the oldest first. It may wait. */
  @FunctionalInterface
  interface Target<T> {
    void write(List<T> batch);
  }

  RecordQueue(String name, Target<T> target) {
    this.target = target;
    this.thread =
        Background.repeat(name, () -> !isClosing || !waiting.isEmpty(), this::writeBatch, () -> {});
    thread.start();
  }

  void add(T record) {
    if (!waiting.offer(record)) {
      dropped.increment();
    }
  }

  /** How many records were dropped because too many were waiting or could not be written. */
  long dropped() {
    return dropped.sum();
  }

  private void writeBatch() throws InterruptedException {
    var batch = new ArrayList<T>(BATCH);
    batch.add(waiting.take());
    waiting.drainTo(batch, BATCH - 1);
    try {
      target.write(batch);
    } catch (RuntimeException unwritten) {
      dropped.add(batch.size());
      throw unwritten;
    }
  }

  /** Writes what is waiting, for a few seconds at most. */
  @Override
  public void close() {
    isClosing = true;
    thread.interrupt();
    try {
      thread.join(5_000);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
