package dev.latchkey.faults.history.run.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The tokens that were issued for one person. Several callers use them at the same time. */
final class IssuedTokens {
  private static final int PAIRS = 8;
  private static final int ENDED = 16;

  private final List<HeldPair> pairs = new ArrayList<>();
  private final List<HeldPair> ended = new ArrayList<>();
  private final List<HeldGrant> grants = new ArrayList<>();

  synchronized void add(HeldGrant grant) {
    addBounded(grants, grant, ENDED);
  }

  synchronized void add(HeldPair pair) {
    if (!pairs.contains(pair)) {
      addBounded(pairs, pair, PAIRS);
    }
  }

  /**
   * The pair was rotated or has ended, as far as is known. It is still checked from time to time.
   */
  synchronized void retire(HeldPair pair) {
    if (pairs.remove(pair)) {
      addBounded(ended, pair, ENDED);
    }
  }

  synchronized boolean needsPairs() {
    return pairs.size() < PAIRS / 2;
  }

  synchronized Optional<HeldPair> pair(SplittableRandom random) {
    return any(pairs, random);
  }

  synchronized Optional<HeldPair> endedPair(SplittableRandom random) {
    return any(ended, random);
  }

  synchronized Optional<HeldGrant> grant(SplittableRandom random) {
    return any(grants, random);
  }

  synchronized List<HeldPair> pairs() {
    return List.copyOf(pairs);
  }

  private static <T> Optional<T> any(List<T> some, SplittableRandom random) {
    return some.isEmpty() ? Optional.empty() : Optional.of(some.get(random.nextInt(some.size())));
  }

  private static <T> void addBounded(List<T> to, T each, int most) {
    if (to.size() == most) {
      to.removeFirst();
    }
    to.add(each);
  }
}
