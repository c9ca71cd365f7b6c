package dev.latchkey.faults.history.run;

import java.time.Duration;
import java.util.Optional;

/** Something that breaks and is made whole again, over and over. */
interface Fault {
    /** As it stands in the table. */
    String name();

    /** Returns once it is in effect. */
    void strike();

    /** Returns once its cause is gone; whether the service is there again is measured. */
    void heal();

    /** Between the two. */
    default Duration lasts() {
        return Duration.ZERO;
    }

    /** Where a single node is struck, the one that was struck last. */
    default Optional<Node> struck() {
        return Optional.empty();
    }

    /** Whether the one process that can write to the store has ended with each strike. */
    default boolean endsTheOnlyWriter() {
        return false;
    }
}
