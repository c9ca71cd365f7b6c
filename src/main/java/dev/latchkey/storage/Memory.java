package dev.latchkey.storage;

import dev.latchkey.model.SecretHash;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Answers by token: of a live one until somebody touches a row they hang on, of an ended one for
 * good. They stand in blocks, the newest at the end; a token has a few seats, and where it sits is
 * written where its answer stands. Beyond the bound, which is half of the heap at most, the oldest
 * block goes, and of what it holds only that is kept, in the newest, which somebody asked for since
 * it was written. Whoever looks waits for nobody.
 */
final class Memory {
    private static final int NOWHERE = -1;
    private static final int SEATS = 8;
    private static final int SLAB = 4_096;

    /** An answer takes 143 bytes, so this is two seats for each. */
    private static final int BYTES_A_SEAT = 75;

    /** Larger ones the G1 collector would treat on their own, and round up. */
    private static final int LARGEST_BLOCK = 1 << 18;

    private static final int SMALLEST_BLOCK = 1 << 14;
    private static final int BLOCKS = 64;

    private final Touched touched;
    private final long mostBytes;
    private final int blockBytes;
    private final int tables;

    /** Slabs of seats, made when one of theirs is first taken: at rest this takes no room. */
    private final AtomicReferenceArray<AtomicLongArray> slabs;

    /** By the last bits of their number. */
    private final AtomicReferenceArray<Block> blocks;

    private final ClaimsPool pool = new ClaimsPool();
    private Block newest;
    private int oldest;
    private long inBlocks;
    private long inSeats;

    Memory(Touched touched, int megabytes) {
        this.touched = touched;
        this.mostBytes = Math.min(megabytes * 1_048_576L, Runtime.getRuntime().maxMemory() / 2);
        this.blockBytes =
                Math.clamp(Long.highestOneBit(mostBytes / BLOCKS), SMALLEST_BLOCK, LARGEST_BLOCK);
        this.tables = (int) Math.min(mostBytes / BYTES_A_SEAT / SEATS, Integer.MAX_VALUE / SEATS);
        this.slabs = new AtomicReferenceArray<>(tables * SEATS / SLAB + 1);
        this.blocks =
                new AtomicReferenceArray<>(
                        2 * Integer.highestOneBit((int) (mostBytes / blockBytes) + 1));
        this.newest = begin(0);
    }

    /** What is kept of a token, unless a commit that is done by now has changed it. */
    Optional<Known> find(SecretHash hash) {
        Optional<Known> known = glance(hash);
        if (known.isEmpty() || known.get() instanceof Known.Ended) {
            return known;
        }
        touched.catchUp();
        return glance(hash);
    }

    /** The same for a caller who has caught up with other writers. Never waits. */
    Optional<Known> glance(SecretHash hash) {
        int first = firstPlace(hash);
        for (int place = first; place < first + SEATS; place++) {
            long seat = seat(place);
            Block block = blockOf(hash, seat);
            if (block != null) {
                return found(hash, place, seat, block);
            }
        }
        return Optional.empty();
    }

    private Optional<Known> found(SecretHash hash, int place, long seat, Block block) {
        if (!block.isCurrent(hash, Seat.at(seat), touched)) {
            exchange(place, seat, Seat.EMPTY);
            return Optional.empty();
        }
        if (!Seat.isAskedFor(seat)) {
            exchange(place, seat, Seat.askedFor(seat));
        }
        return Optional.of(block.known(hash, Seat.at(seat)));
    }

    /** To be asked before the store is. */
    Touched.Moment moment() {
        return touched.moment();
    }

    /** Keeps what was read since {@code before}, unless it may have been touched meanwhile. */
    void keep(Known known, Touched.Moment before) {
        OptionalLong stamp =
                switch (known) {
                    case Known.Live live -> touched.stamp(live.roots(), before);
                    case Known.Ended ended -> OptionalLong.of(0);
                };
        stamp.ifPresent(number -> write(known, number));
    }

    private synchronized void write(Known known, long stamp) {
        int at = newest.add(known, stamp);
        if (at == Block.NOWHERE) {
            beginNext();
            at = newest.add(known, stamp);
        }
        if (at != Block.NOWHERE) {
            take(placeFor(known.hash(), at), Seat.of(newest.number(), at, known.hash()));
        }
        if (bytes() > mostBytes) {
            beginNext();
        }
    }

    /** Room is made when a block begins, so that what is kept of the oldest has room there. */
    private void beginNext() {
        newest.seal();
        newest = begin(Seat.blockAfter(newest.number()));
        makeRoom();
    }

    private Block begin(int number) {
        var block = new Block(number, blockBytes, pool);
        blocks.set(slot(number), block);
        inBlocks += blockBytes;
        return block;
    }

    private void makeRoom() {
        while (bytes() > mostBytes && oldest != newest.number()) {
            Block block = blocks.get(slot(oldest));
            keepOn(block);
            block.giveBackClaims();
            blocks.set(slot(oldest), null);
            inBlocks -= blockBytes;
            oldest = Seat.blockAfter(oldest);
        }
    }

    /** No more than three quarters: where all was asked for, there would never be room. */
    private void keepOn(Block block) {
        int left = blockBytes / 4 * 3;
        for (int at = 0; block.holds(at); at = block.behind(at)) {
            SecretHash hash = block.hash(at);
            int place = placeOf(hash, Seat.of(block.number(), at, hash));
            if (place != NOWHERE) {
                long seat = Seat.EMPTY;
                if (left > 0 && Seat.isAskedFor(seat(place))) {
                    int copy = newest.copy(block, at);
                    if (copy != Block.NOWHERE) {
                        seat = Seat.of(newest.number(), copy, hash);
                        left -= block.behind(at) - at;
                    }
                }
                take(place, seat);
            }
        }
    }

    synchronized long bytes() {
        return inBlocks + inSeats + pool.bytes();
    }

    private int placeOf(SecretHash hash, long wanted) {
        int first = firstPlace(hash);
        for (int place = first; place < first + SEATS; place++) {
            if (Seat.isSame(seat(place), wanted)) {
                return place;
            }
        }
        return NOWHERE;
    }

    /** Its own, or an empty one, or that of a neighbour nobody asked for lately, or any. */
    private int placeFor(SecretHash hash, int dice) {
        int first = firstPlace(hash);
        int chosen = first + dice % SEATS;
        int best = 0;
        for (int place = first; place < first + SEATS; place++) {
            long seat = seat(place);
            if (blockOf(hash, seat) != null) {
                return place;
            }
            int worth = seat == Seat.EMPTY ? 2 : Seat.isAskedFor(seat) ? 0 : 1;
            if (worth > best) {
                best = worth;
                chosen = place;
            }
        }
        return chosen;
    }

    /** The block that holds the token's answer, if that is what sits here. */
    private @Nullable Block blockOf(SecretHash hash, long seat) {
        if (!Seat.mayBeOf(hash, seat)) {
            return null;
        }
        Block block = blocks.get(slot(Seat.block(seat)));
        return block != null
                        && block.number() == Seat.block(seat)
                        && block.isOf(hash, Seat.at(seat))
                ? block
                : null;
    }

    private int slot(int block) {
        return block & (blocks.length() - 1);
    }

    private int firstPlace(SecretHash hash) {
        return SEATS * Seat.table(hash, tables);
    }

    private long seat(int place) {
        AtomicLongArray slab = slabs.get(place / SLAB);
        return slab == null ? Seat.EMPTY : slab.get(place % SLAB);
    }

    private void take(int place, long seat) {
        AtomicLongArray slab = slabs.get(place / SLAB);
        if (slab == null) {
            slab = new AtomicLongArray(SLAB);
            slabs.set(place / SLAB, slab);
            inSeats += SLAB * Long.BYTES;
        }
        slab.set(place % SLAB, seat);
    }

    /** Only of a seat that was taken, and unless somebody else was faster. */
    private void exchange(int place, long seat, long other) {
        AtomicLongArray slab = slabs.get(place / SLAB);
        if (slab != null) {
            slab.compareAndSet(place % SLAB, seat, other);
        }
    }
}
