package dev.latchkey.fuzz.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Searches for the smallest input that still shows a problem, with a limited number of tries. */
final class Shrinking {
  private static final int MOST_TRIES = 400;

  private final Predicate<List<Input>> shows;
  private int tries;

  Shrinking(Predicate<List<Input>> shows) {
    this.shows = shows;
  }

  List<Input> least(List<Input> inputs) {
    var least = new ArrayList<>(fewest(inputs));
    for (int i = 0; i < least.size(); i++) {
      shorten(least, i);
    }
    return least;
  }

  private List<Input> fewest(List<Input> inputs) {
    for (Input input : inputs) {
      if (inputs.size() > 1 && shows(List.of(input))) {
        return List.of(input);
      }
    }
    List<Input> fewest = inputs;
    for (int at = inputs.size() - 1; at >= 0 && fewest.size() > 1; at--) {
      var fewer = new ArrayList<>(fewest);
      fewer.remove(at);
      if (shows(fewer)) {
        fewest = fewer;
      }
    }
    return fewest;
  }

  /** Shortens a request. An input that was exactly one request remains exactly one request. */
  private void shorten(List<Input> inputs, int i) {
    boolean wasFramed = inputs.get(i).isFramed();
    for (int size = inputs.get(i).text().length() / 2; size > 0; size /= 2) {
      int at = 0;
      while (at + size <= inputs.get(i).text().length() && tries < MOST_TRIES) {
        Input before = inputs.get(i);
        Input shorter = without(before, at, at + size);
        if (wasFramed && !shorter.isFramed()) {
          shorter = shorter.withItsLength();
        }
        inputs.set(i, shorter);
        if ((wasFramed && !shorter.isFramed()) || !shows(inputs)) {
          inputs.set(i, before);
          at += size;
        }
      }
    }
  }

  private boolean shows(List<Input> inputs) {
    return tries++ < MOST_TRIES && shows.test(inputs);
  }

  private static Input without(Input input, int from, int to) {
    return new Input(input.text().substring(0, from) + input.text().substring(to));
  }
}
