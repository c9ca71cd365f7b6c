package dev.latchkey.bench;

import java.util.Optional;

/** The tokens and codes that a run may use. What is taken is not given again. */
interface Stock {
    /** How many live tokens there are to look at, none of which is ever taken. */
    long live();

    String access(long i);

    /** Whom a live token speaks for, where that is known. */
    Optional<String> subject(long i);

    /** How many live tokens belong to clients that check them by POST. */
    long ofClients();

    ClientToken ofClient(long i);

    /** How many pairs are left to be taken. */
    long pairs();

    Optional<Pair> takePair();

    /** How many codes are left to be taken. */
    long codes();

    Optional<String> takeCode();
}
