package dev.latchkey.storage;

import dev.latchkey.model.SecretHash;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Answers by token: of a live one until somebody touches a row they hang on, of an ended one for
 * good. A table of fixed size: a token has a few seats, and takes an empty one, or that of a
 * neighbour nobody asked for lately. Beyond the bound, which is five eighths of the heap at most, a
 * hand goes round and clears what nobody asked for since its last round. Nothing here waits for
 * anything.
 */
final class Memory {
    private static final int SEATS = 8;
    private static final int SLAB = 4_096;
    private static final int SPREAD = 0x85eb_ca6b;

    private static final int USUAL_BYTES = 200;
    private static final int MOST_TERMS = 16_384;

    private final Touched touched;
    private final long mostBytes;

    /** Slabs of seats, made when one of theirs is first taken: at rest this takes no room. */
    private final AtomicReferenceArray<AtomicReferenceArray<Kept>> slabs;

    private final int seats;
    private final Map<Kept.Terms, Kept.Terms> common = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger hand = new AtomicInteger();

    Memory(Touched touched, int megabytes) {
        this.touched = touched;
        this.mostBytes = Math.min(megabytes * 1_048_576L, Runtime.getRuntime().maxMemory() / 8 * 5);
        int wanted = Math.clamp(2 * mostBytes / USUAL_BYTES, SLAB, 1 << 30);
        this.seats = Integer.highestOneBit(wanted) * 2;
        this.slabs = new AtomicReferenceArray<>(seats / SLAB);
    }

    Optional<Known> find(SecretHash hash) {
        int first = firstSeat(hash);
        for (int seat = first; seat < first + SEATS; seat++) {
            Kept kept = at(seat);
            if (kept != null && kept.isOf(hash)) {
                Known known = kept.known();
                if (!isStill(known, kept)) {
                    clear(seat, kept);
                    return Optional.empty();
                }
                kept.askedFor(true);
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    private boolean isStill(Known known, Kept kept) {
        return switch (known) {
            case Known.Live live -> {
                touched.catchUp();
                yield kept.isStamped(touched.stamp(live.roots()));
            }
            case Known.Ended ended -> true;
        };
    }

    /** To be asked before the store is. */
    Touched.Moment moment() {
        return touched.moment();
    }

    /** Keeps what was read since {@code before}, unless it may have been touched meanwhile. */
    void keep(Known known, Touched.Moment before) {
        switch (known) {
            case Known.Live live ->
                    touched.stamp(live.roots(), before)
                            .ifPresent(stamp -> seat(live.hash(), kept(live, stamp)));
            case Known.Ended ended -> seat(ended.hash(), new Kept(ended));
        }
    }

    private Kept kept(Known.Live live, long stamp) {
        if (common.size() >= MOST_TERMS) {
            common.clear();
        }
        Kept.Terms own = Kept.Terms.of(live.token());
        Kept.Terms there = common.putIfAbsent(own, own);
        return new Kept(live, there == null ? own : there, there == null, stamp);
    }

    private void seat(SecretHash hash, Kept fresh) {
        int seat = seatFor(hash);
        Kept before = slab(seat).getAndSet(seat % SLAB, fresh);
        bytes.addAndGet(fresh.bytes() - (before == null ? 0 : before.bytes()));
        while (bytes.get() > mostBytes) {
            advance();
        }
    }

    long bytes() {
        return bytes.get();
    }

    private int seatFor(SecretHash hash) {
        int first = firstSeat(hash);
        int chosen = first + Math.floorMod(hand.get(), SEATS);
        int best = 0;
        for (int seat = first; seat < first + SEATS; seat++) {
            Kept kept = at(seat);
            if (kept != null && kept.isOf(hash)) {
                return seat;
            }
            int worth = kept == null ? 2 : kept.isAskedFor() ? 0 : 1;
            if (worth > best) {
                best = worth;
                chosen = seat;
            }
        }
        return chosen;
    }

    private void advance() {
        int seat = hand.getAndIncrement() & (seats - 1);
        Kept kept = at(seat);
        if (kept != null) {
            if (kept.isAskedFor()) {
                kept.askedFor(false);
            } else {
                clear(seat, kept);
            }
        }
    }

    private void clear(int seat, Kept kept) {
        if (slab(seat).compareAndSet(seat % SLAB, kept, null)) {
            bytes.addAndGet(-kept.bytes());
        }
    }

    private @Nullable Kept at(int seat) {
        AtomicReferenceArray<Kept> slab = slabs.get(seat / SLAB);
        return slab == null ? null : slab.get(seat % SLAB);
    }

    private AtomicReferenceArray<Kept> slab(int seat) {
        AtomicReferenceArray<Kept> slab = slabs.get(seat / SLAB);
        if (slab != null) {
            return slab;
        }
        var fresh = new AtomicReferenceArray<Kept>(SLAB);
        AtomicReferenceArray<Kept> other = slabs.compareAndExchange(seat / SLAB, null, fresh);
        return other == null ? fresh : other;
    }

    private int firstSeat(SecretHash hash) {
        return (hash.hashCode() * SPREAD) & (seats - SEATS);
    }
}
