package dev.latchkey.faults.history.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** What was issued in one person's name; several callers use it at the same time. */
final class Wallet {
    private static final int PAIRS = 8;
    private static final int PAST = 16;

    private final List<HeldPair> pairs = new ArrayList<>();
    private final List<HeldPair> past = new ArrayList<>();
    private final List<HeldGrant> grants = new ArrayList<>();

    synchronized void add(HeldGrant grant) {
        addBounded(grants, grant, PAST);
    }

    synchronized void add(HeldPair pair) {
        if (!pairs.contains(pair)) {
            addBounded(pairs, pair, PAIRS);
        }
    }

    /** It was rotated or ended, as far as is known; asked about now and then all the same. */
    synchronized void retire(HeldPair pair) {
        if (pairs.remove(pair)) {
            addBounded(past, pair, PAST);
        }
    }

    synchronized boolean isPoor() {
        return pairs.size() < PAIRS / 2;
    }

    synchronized Optional<HeldPair> pair(SplittableRandom random) {
        return any(pairs, random);
    }

    synchronized Optional<HeldPair> pastPair(SplittableRandom random) {
        return any(past, random);
    }

    synchronized Optional<HeldGrant> grant(SplittableRandom random) {
        return any(grants, random);
    }

    synchronized List<HeldPair> pairs() {
        return List.copyOf(pairs);
    }

    private static <T> Optional<T> any(List<T> some, SplittableRandom random) {
        return some.isEmpty()
                ? Optional.empty()
                : Optional.of(some.get(random.nextInt(some.size())));
    }

    private static <T> void addBounded(List<T> to, T each, int most) {
        if (to.size() == most) {
            to.removeFirst();
        }
        to.add(each);
    }
}
