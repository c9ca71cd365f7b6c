package dev.latchkey.storage.database;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Detects whether rows have changed since they were read.
 *
 * <p>Each row is hashed to one of about a million version counters, which it shares with few other
 * rows. A counter holds the number of the last commit that changed such a row: odd while the commit
 * is running, even afterwards. The numbers only grow. The sum of the counters of some rows is their
 * stamp. If the stamp is the same as before, none of the rows has changed.
 *
 * <p>The counters are set before a commit and again after it. Before any reader can see the change,
 * everything that was cached of the row becomes invalid. Until all readers can see the change,
 * nothing new of the row is cached (decision 3.7). A commit that fails leaves no wrong value, it
 * only causes cached values to be read again.
 */
public final class ChangeVersions implements Commits {
    private static final int COUNTER_BITS = 20;
    private static final int CHUNK_BITS = 12;
    private static final int HASH_MULTIPLIER = 0x9e37_79b9;

    /**
     * The counters, in chunks. A chunk is allocated when one of its counters is first set, so an
     * idle server needs no memory for it.
     */
    private final AtomicReferenceArray<AtomicLongArray> chunks =
            new AtomicReferenceArray<>(1 << (COUNTER_BITS - CHUNK_BITS));

    private final Others others;

    /**
     * The counters of the next commit. Only one thread at a time uses them: the thread that
     * commits, or the thread that reads the changes of other processes.
     */
    private final Set<Integer> pending = new HashSet<>();

    private volatile long finished;

    public ChangeVersions(Others others) {
        this.others = others;
    }

    /**
     * Other processes that commit to the same store. They may have changed rows whose counters are
     * not set yet.
     */
    public interface Others {
        /**
         * Returns when the counters are set for every commit of other processes that was complete
         * at the time of the call.
         */
        void catchUp();

        /** A number that grows whenever other processes may have changed anything. */
        long latest();

        /**
         * The same number as {@link #latest}; empty while another process may be changing
         * something.
         */
        OptionalLong latestIfIdle();
    }

    /**
     * The time before a read, measured in commits. {@code others} is empty while another process
     * may be changing something.
     */
    public record Moment(long finished, OptionalLong others) {}

    /**
     * Waits for the commits of other processes. Callers must call this before they compare the
     * stamp of a cached value.
     */
    public void catchUp() {
        others.catchUp();
    }

    public void row(SecretHash key) {
        pending.add(counterOf(key));
    }

    public void row(String key) {
        pending.add(counterOf(key));
    }

    @Override
    public void during(Step commit) throws SQLException {
        if (pending.isEmpty()) {
            commit.run();
            return;
        }
        long number = finished + 1;
        pending.forEach(counter -> mark(counter, 2 * number - 1));
        try {
            commit.run();
        } finally {
            mark();
        }
    }

    /**
     * Sets the counters of all rows that were passed to {@link #row}, after their commits are
     * complete.
     */
    public void mark() {
        long number = finished + 1;
        pending.forEach(counter -> mark(counter, 2 * number));
        finished = number;
        pending.clear();
    }

    public Moment moment() {
        return new Moment(finished, others.latestIfIdle());
    }

    /**
     * The stamp of rows that were read since {@code before}. It is empty if a commit may have
     * changed them during that time: then the value was correct when it was read but must not be
     * cached.
     */
    public OptionalLong stamp(Dependencies dependencies, Moment before) {
        long sum = 0;
        for (int counter : dependencies.counters()) {
            long number = version(counter);
            if (number % 2 == 1 || number / 2 > before.finished) {
                return OptionalLong.empty();
            }
            sum += number;
        }
        OptionalLong idle = others.latestIfIdle();
        return idle.isPresent() && idle.equals(before.others)
                ? OptionalLong.of(sum + idle.getAsLong())
                : OptionalLong.empty();
    }

    /** The current stamp of these rows. */
    public long stamp(Dependencies dependencies) {
        long sum = latest();
        for (int counter : dependencies.counters()) {
            sum += version(counter);
        }
        return sum;
    }

    /** The part of every stamp that grows when other processes may have changed anything. */
    public long latest() {
        return others.latest();
    }

    /** The part of a stamp that belongs to one row. */
    public long version(int counter) {
        AtomicLongArray chunk = chunks.get(counter >>> CHUNK_BITS);
        return chunk == null ? 0 : chunk.get(indexInChunk(counter));
    }

    /** Only one thread at a time may call this. */
    private void mark(int counter, long number) {
        AtomicLongArray chunk = chunks.get(counter >>> CHUNK_BITS);
        if (chunk == null) {
            chunk = new AtomicLongArray(1 << CHUNK_BITS);
            chunks.set(counter >>> CHUNK_BITS, chunk);
        }
        chunk.set(indexInChunk(counter), number);
    }

    private static int indexInChunk(int counter) {
        return counter & ((1 << CHUNK_BITS) - 1);
    }

    /** The counters of the rows on which a cached value depends. */
    public record Dependencies(int[] counters) {
        public static Dependencies of(SecretHash token, Id... ids) {
            var counters = new int[ids.length + 1];
            counters[ids.length] = counterOf(token);
            for (int i = 0; i < ids.length; i++) {
                counters[i] = counterOf(ids[i].value());
            }
            return new Dependencies(counters);
        }

        public static Dependencies of(Id one, Id other) {
            return new Dependencies(new int[] {counterOf(one.value()), counterOf(other.value())});
        }

        public static Dependencies of(
                SecretHash secret, SecretHash bucket, Id.Client client, Id.User owner) {
            return new Dependencies(
                    new int[] {
                        counterOf(secret),
                        counterOf(bucket),
                        counterOf(client.value()),
                        counterOf(owner.value())
                    });
        }
    }

    public static int counterOf(String key) {
        return hash(key);
    }

    public static int counterOf(SecretHash key) {
        return hash(key);
    }

    private static int hash(Object key) {
        return (key.hashCode() * HASH_MULTIPLIER) >>> (Integer.SIZE - COUNTER_BITS);
    }
}
