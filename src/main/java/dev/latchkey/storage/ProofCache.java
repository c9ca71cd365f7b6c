package dev.latchkey.storage;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Proofs that were right, each until a row that it was read from changes (decision 3.7). A proof
 * has a few slots of a fixed table, chosen by its secret and address; where all of them are taken,
 * it replaces one of those that stand there. Only what was right is kept, so wrong secrets evict
 * nothing.
 */
final class ProofCache {
    static final int SLOTS = 8_192;

    /** More than one, so that two callers who share them do not evict each other all the time. */
    private static final int SLOTS_OF_A_PROOF = 4;

    private final Touched touched;
    private final AtomicReferenceArray<@Nullable Kept> slots = new AtomicReferenceArray<>(SLOTS);

    /** Callers who count at the same time may lose a turn. */
    private int turn;

    ProofCache(Touched touched) {
        this.touched = touched;
    }

    /** What is kept of this claim, unless a commit that is done by now has changed it. */
    Optional<ClientProof> find(ClientProof.Claim claim) {
        if (glance(claim).isEmpty()) {
            return Optional.empty();
        }
        touched.catchUp();
        return glance(claim);
    }

    /** The same for a caller who has caught up with other writers. Never waits. */
    Optional<ClientProof> glance(ClientProof.Claim claim) {
        int first = firstSlot(claim);
        for (int slot = first; slot < first + SLOTS_OF_A_PROOF; slot++) {
            Kept kept = slots.get(slot);
            if (kept != null && kept.proof.claim().equals(claim)) {
                if (kept.stamp == touched.stamp(kept.roots)) {
                    return Optional.of(kept.proof);
                }
                slots.compareAndSet(slot, kept, null);
            }
        }
        return Optional.empty();
    }

    /** To be asked before the store is. */
    Touched.Moment moment() {
        return touched.moment();
    }

    /** Keeps what was read since {@code before}, unless it may have been touched meanwhile. */
    void keep(ClientProof proof, Touched.Moment before) {
        Touched.Roots roots = proof.roots();
        touched.stamp(roots, before)
                .ifPresent(
                        stamp -> slots.set(slotFor(proof.claim()), new Kept(proof, roots, stamp)));
    }

    /** Its own, or an empty one, or any of them by turns. */
    private int slotFor(ClientProof.Claim claim) {
        int first = firstSlot(claim);
        int chosen = first + Math.floorMod(turn++, SLOTS_OF_A_PROOF);
        for (int slot = first; slot < first + SLOTS_OF_A_PROOF; slot++) {
            Kept kept = slots.get(slot);
            if (kept != null && kept.proof.claim().equals(claim)) {
                return slot;
            }
            if (kept == null) {
                chosen = slot;
            }
        }
        return chosen;
    }

    private static int firstSlot(ClientProof.Claim claim) {
        long mixed = (claim.secret().bits() ^ claim.address().hashCode()) * 0x9e37_79b9_7f4a_7c15L;
        return (int) (mixed >>> 40) % (SLOTS / SLOTS_OF_A_PROOF) * SLOTS_OF_A_PROOF;
    }

    private record Kept(ClientProof proof, Touched.Roots roots, long stamp) {}
}
