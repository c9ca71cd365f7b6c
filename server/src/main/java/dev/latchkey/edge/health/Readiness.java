package dev.latchkey.edge.health;

import dev.latchkey.storage.operation.StoreHealth;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Whether this process should receive requests. At most one check runs at a time, and its result is
 * used for a second, so that questions of strangers put no load on the store.
 */
public final class Readiness {
  private static final Duration REUSE = Duration.ofSeconds(1);

  /** Shorter than the two seconds after which HAProxy gives up a check by default. */
  private static final Duration MOST = Duration.ofMillis(1_500);

  private final StoreHealth store;
  private final BooleanSupplier areKeysReadable;
  private volatile boolean isDraining;

  private CompletableFuture<NodeState> check = CompletableFuture.completedFuture(NodeState.READY);
  private long begunAt = System.nanoTime() - REUSE.toNanos();

  public Readiness(StoreHealth store, BooleanSupplier areKeysReadable) {
    this.store = store;
    this.areKeysReadable = areKeysReadable;
  }

  /** From now on this process is not ready. */
  public void drain() {
    isDraining = true;
  }

  NodeState now() {
    if (isDraining) {
      return NodeState.DRAINING;
    }
    CompletableFuture<NodeState> current = current();
    try {
      return current.get(timeLeft(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException failed) {
      return unreachable();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return NodeState.DRAINING;
    }
  }

  private NodeState unreachable() {
    return store.isTimelineOlder() ? NodeState.TIMELINE_OLDER : NodeState.STORE_UNREACHABLE;
  }

  private synchronized CompletableFuture<NodeState> current() {
    if (check.isDone() && System.nanoTime() - begunAt >= REUSE.toNanos()) {
      begunAt = System.nanoTime();
      check = CompletableFuture.supplyAsync(this::look, Thread::startVirtualThread);
    }
    return check;
  }

  private synchronized long timeLeft() {
    return Math.max(0, MOST.toNanos() - (System.nanoTime() - begunAt));
  }

  private NodeState look() {
    if (!store.isSchemaKnown()) {
      return NodeState.SCHEMA_CHANGED;
    }
    if (!store.isReachable()) {
      return unreachable();
    }
    if (!store.isClockRight()) {
      return NodeState.CLOCK_DIFFERS;
    }
    return areKeysReadable.getAsBoolean() ? NodeState.READY : NodeState.KEYS_UNREADABLE;
  }
}
