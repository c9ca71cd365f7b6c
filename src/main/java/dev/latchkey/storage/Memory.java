package dev.latchkey.storage;

import dev.latchkey.model.SecretHash;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Live answers by token, until somebody touches a row they hang on. A table of fixed size: a token
 * has a few seats, and takes an empty one, or that of a neighbour nobody asked for lately. Beyond
 * the bound, which is five eighths of the heap at most, a hand goes round and clears what nobody
 * asked for since its last round. Nothing here waits for anything.
 */
final class Memory {
    private static final int SEATS = 8;
    private static final int SLAB = 4_096;
    private static final int SPREAD = 0x85eb_ca6b;

    /** Of an answer beside its packed bytes: its objects and two seats. */
    private static final long BYTES_BESIDE = 128;

    private static final int USUAL_BYTES = 300;

    private final Touched touched;
    private final long mostBytes;

    /** Slabs of seats, made when one of theirs is first taken: at rest this takes no room. */
    private final AtomicReferenceArray<AtomicReferenceArray<Kept>> slabs;

    private final int seats;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger hand = new AtomicInteger();

    Memory(Touched touched, int megabytes) {
        this.touched = touched;
        this.mostBytes = Math.min(megabytes * 1_048_576L, Runtime.getRuntime().maxMemory() / 8 * 5);
        int wanted = Math.clamp(2 * mostBytes / USUAL_BYTES, SLAB, 1 << 30);
        this.seats = Integer.highestOneBit(wanted) * 2;
        this.slabs = new AtomicReferenceArray<>(seats / SLAB);
    }

    private static final class Kept {
        private static final long NEVER = Long.MAX_VALUE;

        private final SecretHash hash;
        private final byte[] packed;
        private final long stamp;
        private final long end;
        private boolean isAskedFor;

        Kept(Known known, long stamp) {
            this.hash = known.hash();
            this.packed = known.packed();
            this.stamp = stamp;
            this.end = known.end().map(Instant::toEpochMilli).orElse(NEVER);
        }

        Known known() {
            return Known.unpacked(
                    hash,
                    packed,
                    end == NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(end)));
        }

        long bytes() {
            return BYTES_BESIDE + packed.length;
        }
    }

    Optional<Known> find(SecretHash hash) {
        int first = firstSeat(hash);
        for (int seat = first; seat < first + SEATS; seat++) {
            Kept kept = at(seat);
            if (kept != null && kept.hash.equals(hash)) {
                Known known = kept.known();
                if (touched.stamp(known.roots()) != kept.stamp) {
                    clear(seat, kept);
                    return Optional.empty();
                }
                kept.isAskedFor = true;
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    /** To be asked before the store is. */
    Touched.Moment moment() {
        return touched.moment();
    }

    /** Keeps what was read since {@code before}, unless it may have been touched meanwhile. */
    void keep(Known known, Touched.Moment before) {
        touched.stamp(known.roots(), before).ifPresent(stamp -> keep(new Kept(known, stamp)));
    }

    private void keep(Kept fresh) {
        int seat = seatFor(fresh.hash);
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
            if (kept != null && kept.hash.equals(hash)) {
                return seat;
            }
            int worth = kept == null ? 2 : kept.isAskedFor ? 0 : 1;
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
            if (kept.isAskedFor) {
                kept.isAskedFor = false;
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
