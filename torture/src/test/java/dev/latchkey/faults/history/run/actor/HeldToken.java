package dev.latchkey.faults.history.run.actor;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * A token that a caller holds: its name in the history, its text, and some of its child tokens.
 * Several callers use it at the same time.
 */
public final class HeldToken {
  private static final int CHILDREN = 3;

  private final String name;
  private final String text;
  private final Queue<HeldToken> children = new ArrayDeque<>();

  HeldToken(String name, String text) {
    this.name = name;
    this.text = text;
  }

  String name() {
    return name;
  }

  String text() {
    return text;
  }

  synchronized void add(HeldToken child) {
    if (children.size() == CHILDREN) {
      children.remove();
    }
    children.add(child);
  }

  synchronized List<HeldToken> children() {
    return List.copyOf(children);
  }
}
