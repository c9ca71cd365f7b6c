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
 * Tells whether rows have changed since they were read. Every row has a place, which it shares with
 * few others; a place holds the number of the last commit that touched a row there: odd while that
 * commit is under way, even afterwards. Numbers only grow, so the sum over some places, their
 * stamp, is the same as before only if nobody has touched any of them.
 *
 * <p>Places are marked before a commit and again after it: from before anybody can see a change,
 * whatever was kept of the row is void, and until after everybody sees it, nothing is kept anew
 * (decision 3.7). A commit that fails leaves nothing false behind, only more to read again.
 */
public final class ChangeVersions implements Commits {
    private static final int PLACE_BITS = 20;
    private static final int SLAB_BITS = 12;
    private static final int SPREAD = 0x9e37_79b9;

    /** Slabs of places, made when one of theirs is first touched: at rest this takes no room. */
    private final AtomicReferenceArray<AtomicLongArray> slabs =
            new AtomicReferenceArray<>(1 << (PLACE_BITS - SLAB_BITS));

    private final Others others;

    /** Of what is to be marked next; only one at a time comes here, who commits or who follows. */
    private final Set<Integer> next = new HashSet<>();

    private volatile long finished;

    public ChangeVersions(Others others) {
        this.others = others;
    }

    /** Whoever else commits to the store, and may touch rows that have no mark yet. */
    public interface Others {
        /** Returns once every commit of theirs that was done when it was called is marked. */
        void catchUp();

        /** A number that grows whenever they may have touched anything. */
        long latest();

        /** The same; empty while they may be touching anything. */
        OptionalLong quiet();
    }

    /** A moment before a read; {@code others} is empty while they may be touching anything. */
    public record Moment(long finished, OptionalLong others) {}

    /** To be called before the stamp of something kept is compared. */
    public void catchUp() {
        others.catchUp();
    }

    public void row(SecretHash key) {
        next.add(place(key));
    }

    public void row(String key) {
        next.add(place(key));
    }

    @Override
    public void during(Step commit) throws SQLException {
        if (next.isEmpty()) {
            commit.take();
            return;
        }
        long number = finished + 1;
        next.forEach(place -> mark(place, 2 * number - 1));
        try {
            commit.take();
        } finally {
            mark();
        }
    }

    /** All rows of commits that are done, each told to {@link #row}. */
    public void mark() {
        long number = finished + 1;
        next.forEach(place -> mark(place, 2 * number));
        finished = number;
        next.clear();
    }

    public Moment moment() {
        return new Moment(finished, others.quiet());
    }

    /**
     * The stamp of rows read since {@code before}; empty if a commit may have touched them
     * meanwhile, so that what was read is true of its moment but not to be kept.
     */
    public OptionalLong stamp(Dependencies dependencies, Moment before) {
        long sum = 0;
        for (int place : dependencies.places()) {
            long number = number(place);
            if (number % 2 == 1 || number / 2 > before.finished) {
                return OptionalLong.empty();
            }
            sum += number;
        }
        OptionalLong quiet = others.quiet();
        return quiet.isPresent() && quiet.equals(before.others)
                ? OptionalLong.of(sum + quiet.getAsLong())
                : OptionalLong.empty();
    }

    /** The stamp of these rows now. */
    public long stamp(Dependencies dependencies) {
        long sum = latest();
        for (int place : dependencies.places()) {
            sum += number(place);
        }
        return sum;
    }

    /** The part of every stamp that grows when others may have touched anything. */
    public long latest() {
        return others.latest();
    }

    /** The part of a stamp that one row has. */
    public long number(int place) {
        AtomicLongArray slab = slabs.get(place >>> SLAB_BITS);
        return slab == null ? 0 : slab.get(within(place));
    }

    /** Only one at a time comes here. */
    private void mark(int place, long number) {
        AtomicLongArray slab = slabs.get(place >>> SLAB_BITS);
        if (slab == null) {
            slab = new AtomicLongArray(1 << SLAB_BITS);
            slabs.set(place >>> SLAB_BITS, slab);
        }
        slab.set(within(place), number);
    }

    private static int within(int place) {
        return place & ((1 << SLAB_BITS) - 1);
    }

    /** What an answer hangs on, as places. */
    public record Dependencies(int[] places) {
        public static Dependencies of(SecretHash token, Id... ids) {
            var places = new int[ids.length + 1];
            places[ids.length] = place(token);
            for (int i = 0; i < ids.length; i++) {
                places[i] = place(ids[i].value());
            }
            return new Dependencies(places);
        }

        public static Dependencies of(Id one, Id other) {
            return new Dependencies(new int[] {place(one.value()), place(other.value())});
        }

        public static Dependencies of(
                SecretHash secret, SecretHash bucket, Id.Client client, Id.User owner) {
            return new Dependencies(
                    new int[] {
                        place(secret), place(bucket), place(client.value()), place(owner.value())
                    });
        }
    }

    public static int place(String key) {
        return placeOf(key);
    }

    public static int place(SecretHash key) {
        return placeOf(key);
    }

    private static int placeOf(Object key) {
        return (key.hashCode() * SPREAD) >>> (Integer.SIZE - PLACE_BITS);
    }
}
