package dev.latchkey.storage.database;

import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TooBusy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait at the same moment share one question to the store, or one statement that
 * writes. There is no timer and no thread of its own: a caller who finds a lane free takes
 * everything that waits, asks once and answers each; one who finds none waits for whoever is
 * asking. So a lone caller asks at once, and the busier it gets, the more callers a question
 * answers.
 *
 * <p>A question holds only keys that were waiting before it began: its answer is never older than
 * the wish for it (decision 3.7).
 */
public final class Batches<K, V> {
    static final int WAITING = 4_096;

    private final BlockingQueue<Waiting<K, V>> queue = new ArrayBlockingQueue<>(WAITING);
    private final Semaphore free;
    private final int most;
    private final Function<List<K>, Map<K, V>> query;

    /** At most so many questions at the same time, and so many keys in each. */
    public Batches(int lanes, int most, Function<List<K>, Map<K, V>> query) {
        this.free = new Semaphore(lanes);
        this.most = most;
        this.query = query;
    }

    /** Empty if the question has no answer to this key. */
    public Optional<V> ask(K key) {
        var own = new Waiting<K, V>(key);
        if (!queue.offer(own)) {
            throw new TooBusy("too many are waiting for a batch");
        }
        yieldForBatch();
        while (!own.isAnswered()) {
            // Without keys to take there is nothing to ask: going round here would keep the thread
            // from whoever brings the answer.
            if (!queue.isEmpty() && free.tryAcquire()) {
                try {
                    askAllWaiting();
                } finally {
                    free.release();
                    wakeNext();
                }
            } else if (!own.await()) {
                giveUp(own);
            }
        }
        return own.answer();
    }

    /**
     * Where the store answers in this process nobody ever waits for it, and so nobody would share:
     * callers who are about to ask do so now. Alone it takes no time.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing hangs on it but how many share.
    private static void yieldForBatch() {
        Thread.yield();
    }

    int waiting() {
        return queue.size();
    }

    private void askAllWaiting() {
        var batch = new ArrayList<Waiting<K, V>>();
        queue.drainTo(batch, most);
        if (batch.isEmpty()) {
            return;
        }
        try {
            Map<K, V> found = query.apply(batch.stream().map(Waiting::key).distinct().toList());
            for (Waiting<K, V> each : batch) {
                Optional<V> answer = Optional.ofNullable(found.get(each.key));
                each.tell(() -> answer);
            }
        } catch (RuntimeException | Error broken) {
            for (Waiting<K, V> each : batch) {
                each.tell(() -> {
                    throw new StorageFault("a batch failed", broken);
                });
            }
        }
    }

    /** Whoever gives a lane back makes sure that somebody who waits takes it. */
    private void wakeNext() {
        Waiting<K, V> next = queue.peek();
        if (next != null) {
            next.wake();
        }
    }

    private void giveUp(Waiting<K, V> own) {
        queue.remove(own);
        wakeNext();
        Thread.currentThread().interrupt();
        throw new StorageFault("interrupted while a batch waited");
    }

    private static final class Waiting<K, V> {
        private final K key;
        private final Thread caller = Thread.currentThread();
        private volatile @Nullable Supplier<Optional<V>> answer;

        Waiting(K key) {
            this.key = key;
        }

        K key() {
            return key;
        }

        boolean isAnswered() {
            return answer != null;
        }

        /**
         * False if the caller is told to stop. The answer is looked for once more: its sign may
         * have been used up by a wait for the queue's lock.
         */
        boolean await() {
            if (!isAnswered()) {
                LockSupport.park(this);
            }
            return !Thread.interrupted();
        }

        void wake() {
            LockSupport.unpark(caller);
        }

        void tell(Supplier<Optional<V>> found) {
            answer = found;
            LockSupport.unpark(caller);
        }

        Optional<V> answer() {
            return Objects.requireNonNull(answer).get();
        }
    }
}
