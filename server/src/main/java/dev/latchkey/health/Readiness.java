package dev.latchkey.health;

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

    private final BooleanSupplier isStoreReachable;
    private final BooleanSupplier isSchemaKnown;
    private final BooleanSupplier isClockRight;
    private final BooleanSupplier areKeysReadable;
    private volatile boolean isDraining;

    private CompletableFuture<State> check = CompletableFuture.completedFuture(State.READY);
    private long begunAt = System.nanoTime() - REUSE.toNanos();

    public Readiness(
            BooleanSupplier isStoreReachable,
            BooleanSupplier isSchemaKnown,
            BooleanSupplier isClockRight,
            BooleanSupplier areKeysReadable) {
        this.isStoreReachable = isStoreReachable;
        this.isSchemaKnown = isSchemaKnown;
        this.isClockRight = isClockRight;
        this.areKeysReadable = areKeysReadable;
    }

    /** The answer names the state in small letters. */
    enum State {
        READY,
        /** The process was asked to stop. It still answers, but should get no further requests. */
        DRAINING,
        STORE_UNREACHABLE,
        /** A newer program has changed the schema, and this process must not use it any more. */
        SCHEMA_CHANGED,
        /** The clock of this node differs from that of the database by half a minute or more. */
        CLOCK_DIFFERS,
        KEYS_UNREADABLE
    }

    /** From now on this process is not ready. */
    public void drain() {
        isDraining = true;
    }

    State now() {
        if (isDraining) {
            return State.DRAINING;
        }
        CompletableFuture<State> current = current();
        try {
            return current.get(timeLeft(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException failed) {
            return State.STORE_UNREACHABLE;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return State.DRAINING;
        }
    }

    private synchronized CompletableFuture<State> current() {
        if (check.isDone() && System.nanoTime() - begunAt >= REUSE.toNanos()) {
            begunAt = System.nanoTime();
            check = CompletableFuture.supplyAsync(this::look, Thread::startVirtualThread);
        }
        return check;
    }

    private synchronized long timeLeft() {
        return Math.max(0, MOST.toNanos() - (System.nanoTime() - begunAt));
    }

    private State look() {
        if (!isSchemaKnown.getAsBoolean()) {
            return State.SCHEMA_CHANGED;
        }
        if (!isStoreReachable.getAsBoolean()) {
            return State.STORE_UNREACHABLE;
        }
        if (!isClockRight.getAsBoolean()) {
            return State.CLOCK_DIFFERS;
        }
        return areKeysReadable.getAsBoolean() ? State.READY : State.KEYS_UNREADABLE;
    }
}
