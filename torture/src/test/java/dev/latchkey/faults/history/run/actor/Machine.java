package dev.latchkey.faults.history.run.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** An organization credential and its latest tokens. */
public final class Machine {
  private static final int KEPT = 3;

  private final String name;
  private final String clientId;
  private final List<HeldToken> tokens = new ArrayList<>();

  Machine(String name, String clientId, HeldToken first) {
    this.name = name;
    this.clientId = clientId;
    tokens.add(first);
  }

  String name() {
    return name;
  }

  String clientId() {
    return clientId;
  }

  synchronized void add(HeldToken token) {
    if (tokens.size() == KEPT) {
      tokens.removeFirst();
    }
    tokens.add(token);
  }

  public synchronized List<HeldToken> tokens() {
    return List.copyOf(tokens);
  }

  synchronized HeldToken any(SplittableRandom random) {
    return tokens.get(random.nextInt(tokens.size()));
  }
}
