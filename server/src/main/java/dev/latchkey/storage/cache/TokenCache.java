package dev.latchkey.storage.cache;

import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.ChangeVersions;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Answers by token: of a live one until somebody touches a row they hang on, of an ended one for
 * good. They stand in segments, the newest at the end; a token has a few slots, and where it sits
 * is written where its answer stands. Beyond the bound, which is half of the heap at most, the
 * oldest segment goes, and of what it holds only that is kept, in the newest, which somebody asked
 * for since it was written. Whoever looks waits for nobody.
 */
public final class TokenCache {
    private static final int NOWHERE = -1;
    private static final int SLOTS = 8;

    /** Empty slots of the first table that are left for those whose other table is full. */
    private static final int SPARE = 2;

    /** A token's slots are in two tables. */
    private static final int CHOICES = 2 * SLOTS;

    private static final int SLAB = 4_096;

    /** An answer takes 113 bytes, so this is one and a half slots for each. */
    private static final int BYTES_A_SLOT = 75;

    /** Larger ones the G1 collector would treat on their own, and round up. */
    private static final int LARGEST_SEGMENT = 1 << 18;

    private static final int SMALLEST_SEGMENT = 1 << 14;
    private static final int SEGMENTS = 64;

    private final ChangeVersions versions;
    private final long mostBytes;
    private final int segmentBytes;
    private final int tables;

    /** Slabs of slots, made when one of theirs is first taken: at rest this takes no room. */
    private final AtomicReferenceArray<AtomicLongArray> slabs;

    /** By the last bits of their number. */
    private final AtomicReferenceArray<Segment> segments;

    private final ClaimsPool pool = new ClaimsPool();
    private Segment newest;
    private int oldest;
    private long inSegments;
    private long inSlots;

    public TokenCache(ChangeVersions versions, int megabytes) {
        this.versions = versions;
        this.mostBytes = Math.min(megabytes * 1_048_576L, Runtime.getRuntime().maxMemory() / 2);
        this.segmentBytes =
                Math.clamp(
                        Long.highestOneBit(mostBytes / SEGMENTS),
                        SMALLEST_SEGMENT,
                        LARGEST_SEGMENT);
        this.tables = (int) Math.min(mostBytes / BYTES_A_SLOT / SLOTS, Integer.MAX_VALUE / SLOTS);
        this.slabs = new AtomicReferenceArray<>(tables * SLOTS / SLAB + 1);
        this.segments =
                new AtomicReferenceArray<>(
                        2 * Integer.highestOneBit((int) (mostBytes / segmentBytes) + 1));
        this.newest = begin(0);
    }

    /** What is kept of a token, unless a commit that is done by now has changed it. */
    public Optional<CachedToken> find(SecretHash hash) {
        Optional<CachedToken> known = peek(hash);
        if (known.isEmpty() || known.get() instanceof CachedToken.Ended) {
            return known;
        }
        versions.catchUp();
        return peek(hash);
    }

    /** The same for a caller who has caught up with other writers. Never waits. */
    public Optional<CachedToken> peek(SecretHash hash) {
        for (int i = 0; i < CHOICES; i++) {
            int place = place(hash, i);
            long slot = slot(place);
            Segment segment = segmentOf(hash, slot);
            if (segment != null) {
                return found(hash, place, slot, segment);
            }
        }
        return Optional.empty();
    }

    private Optional<CachedToken> found(SecretHash hash, int place, long slot, Segment segment) {
        Optional<CachedToken> known = segment.current(hash, Slot.at(slot), versions);
        if (known.isEmpty()) {
            exchange(place, slot, Slot.EMPTY);
        } else if (!Slot.isAskedFor(slot)) {
            exchange(place, slot, Slot.askedFor(slot));
        }
        return known;
    }

    /** To be asked before the store is. */
    public ChangeVersions.Moment moment() {
        return versions.moment();
    }

    /** Keeps what was read since {@code before}, unless it may have been touched since. */
    public void keep(CachedToken known, ChangeVersions.Moment before) {
        OptionalLong stamp =
                switch (known) {
                    case CachedToken.Live live -> versions.stamp(live.dependencies(), before);
                    case CachedToken.Ended ended -> OptionalLong.of(0);
                };
        stamp.ifPresent(number -> write(known, number));
    }

    private synchronized void write(CachedToken known, long stamp) {
        int at = newest.add(known, stamp);
        if (at == Segment.NOWHERE) {
            beginNext();
            at = newest.add(known, stamp);
        }
        if (at != Segment.NOWHERE) {
            take(placeFor(known.hash(), at), Slot.of(newest.number(), at, known.hash()));
        }
        if (bytes() > mostBytes) {
            beginNext();
        }
    }

    /** Room is made when a segment begins, so that what is kept of the oldest has room there. */
    private void beginNext() {
        newest.seal();
        newest = begin(Slot.segmentAfter(newest.number()));
        makeRoom();
    }

    private Segment begin(int number) {
        var segment = new Segment(number, segmentBytes, pool);
        segments.set(ring(number), segment);
        inSegments += segmentBytes;
        return segment;
    }

    private void makeRoom() {
        while (bytes() > mostBytes && oldest != newest.number()) {
            Segment segment = segments.get(ring(oldest));
            keepOn(segment);
            segment.giveBackClaims();
            segments.set(ring(oldest), null);
            inSegments -= segmentBytes;
            oldest = Slot.segmentAfter(oldest);
        }
    }

    /** Not all of it: where all was asked for, there would never be room. */
    private void keepOn(Segment segment) {
        int left = segmentBytes / 8 * 7;
        for (int at = 0; segment.holds(at); at = segment.behind(at)) {
            SecretHash hash = segment.hash(at);
            int place = placeOf(hash, Slot.of(segment.number(), at, hash));
            if (place != NOWHERE) {
                long slot = Slot.EMPTY;
                if (left > 0 && Slot.isAskedFor(slot(place))) {
                    int copy = newest.copy(segment, at);
                    if (copy != Segment.NOWHERE) {
                        slot = Slot.of(newest.number(), copy, hash);
                        left -= segment.behind(at) - at;
                    }
                }
                take(place, slot);
            }
        }
    }

    synchronized long bytes() {
        return inSegments + inSlots + pool.bytes();
    }

    private int placeOf(SecretHash hash, long wanted) {
        for (int i = 0; i < CHOICES; i++) {
            int place = place(hash, i);
            if (Slot.isSame(slot(place), wanted)) {
                return place;
            }
        }
        return NOWHERE;
    }

    /** Its own, or an empty one, or that of a neighbour nobody asked for lately, or any. */
    private int placeFor(SecretHash hash, int random) {
        int chosen = place(hash, random % CHOICES);
        int best = 0;
        for (int i = 0; i < CHOICES; i++) {
            int place = place(hash, i);
            long slot = slot(place);
            if (segmentOf(hash, slot) != null) {
                return place;
            }
            int worth = worth(hash, i, slot);
            if (worth > best) {
                best = worth;
                chosen = place;
            }
        }
        return chosen;
    }

    /**
     * Of empty slots one in the first table is better, while a few are left there: look-ups begin
     * with it. After that the table with more of them is: where the last slots of one were filled
     * first, one token in two thousand found both tables full at half of the room.
     */
    private int worth(SecretHash hash, int choice, long slot) {
        if (slot != Slot.EMPTY) {
            return Slot.isAskedFor(slot) ? 0 : 1;
        }
        int empty = empty(hash, choice / SLOTS);
        return choice < SLOTS && empty > SPARE ? SLOTS + 2 : empty + 1;
    }

    private int empty(SecretHash hash, int table) {
        int empty = 0;
        for (int i = table * SLOTS; i < (table + 1) * SLOTS; i++) {
            if (slot(place(hash, i)) == Slot.EMPTY) {
                empty++;
            }
        }
        return empty;
    }

    /** The segment that holds the token's answer, if that is what sits here. */
    private @Nullable Segment segmentOf(SecretHash hash, long slot) {
        if (!Slot.mayBeOf(hash, slot)) {
            return null;
        }
        Segment segment = segments.get(ring(Slot.segment(slot)));
        return segment != null
                        && segment.number() == Slot.segment(slot)
                        && segment.isOf(hash, Slot.at(slot))
                ? segment
                : null;
    }

    private int ring(int segment) {
        return segment & (segments.length() - 1);
    }

    /** The second table is looked into only where the first is full, which few of them are. */
    private int place(SecretHash hash, int i) {
        int table = i < SLOTS ? Slot.table(hash, tables) : Slot.otherTable(hash, tables);
        return SLOTS * table + i % SLOTS;
    }

    private long slot(int place) {
        AtomicLongArray slab = slabs.get(place / SLAB);
        return slab == null ? Slot.EMPTY : slab.get(place % SLAB);
    }

    private void take(int place, long slot) {
        AtomicLongArray slab = slabs.get(place / SLAB);
        if (slab == null) {
            slab = new AtomicLongArray(SLAB);
            slabs.set(place / SLAB, slab);
            inSlots += SLAB * Long.BYTES;
        }
        slab.set(place % SLAB, slot);
    }

    /** Only of a slot that was taken, and unless somebody else was faster. */
    private void exchange(int place, long slot, long other) {
        AtomicLongArray slab = slabs.get(place / SLAB);
        if (slab != null) {
            slab.compareAndSet(place % SLAB, slot, other);
        }
    }
}
