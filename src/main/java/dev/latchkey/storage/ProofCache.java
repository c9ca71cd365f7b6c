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

    private final ChangeVersions versions;
    private final AtomicReferenceArray<@Nullable Kept> slots = new AtomicReferenceArray<>(SLOTS);

    /** Callers who count at the same time may lose a turn. */
    private int turn;

    ProofCache(ChangeVersions versions) {
        this.versions = versions;
    }

    /** What is kept of this claim, unless a commit that is done by now has changed it. */
    Optional<ClientProof> find(ClientProof.Claim claim) {
        if (glance(claim).isEmpty()) {
            return Optional.empty();
        }
        versions.catchUp();
        return glance(claim);
    }

    /** The same for a caller who has caught up with other writers. Never waits. */
    Optional<ClientProof> glance(ClientProof.Claim claim) {
        int first = firstSlot(claim);
        for (int slot = first; slot < first + SLOTS_OF_A_PROOF; slot++) {
            Kept kept = slots.get(slot);
            if (kept != null && kept.proof.claim().equals(claim)) {
                if (kept.stamp == versions.stamp(kept.dependencies)) {
                    return Optional.of(kept.proof);
                }
                slots.compareAndSet(slot, kept, null);
            }
        }
        return Optional.empty();
    }

    /** To be asked before the store is. */
    ChangeVersions.Moment moment() {
        return versions.moment();
    }

    /** Keeps what was read since {@code before}, unless it may have been touched since. */
    void keep(ClientProof proof, ChangeVersions.Moment before) {
        ChangeVersions.Dependencies dependencies = proof.dependencies();
        versions.stamp(dependencies, before)
                .ifPresent(stamp ->
                        slots.set(slotFor(proof.claim()), new Kept(proof, dependencies, stamp)));
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

    private record Kept(ClientProof proof, ChangeVersions.Dependencies dependencies, long stamp) {}
}
