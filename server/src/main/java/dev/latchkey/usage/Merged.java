package dev.latchkey.usage;

/**
 * What is gathered of one key, until it is taken. It changes in place and holds plain numbers: a
 * fresh object for every use of ten thousands of keys made the collector of garbage look all of
 * them through, many times a second.
 */
abstract class Merged<V> {
    private boolean isTaken;

    /** False if it has been taken: then nothing was added. */
    final synchronized boolean add(V more) {
        if (!isTaken) {
            join(more);
        }
        return !isTaken;
    }

    final synchronized V take() {
        isTaken = true;
        return value();
    }

    abstract void join(V more);

    abstract V value();
}
