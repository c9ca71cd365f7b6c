package dev.latchkey.edge.health;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What {@code /health/ready} answers; the answer has the name of the state in small letters. */
public enum NodeState {
  READY("it should get requests"),
  /** It still answers, but should get no further requests. */
  DRAINING("it was asked to stop"),
  STORE_UNREACHABLE("it cannot read the database, or cannot learn what other nodes have changed"),
  TIMELINE_OLDER(
      "PostgreSQL can only be reached at a server with an older timeline than this node has seen: what was answered since is not on it"),
  SCHEMA_CHANGED("a newer program has changed the store, and this one must not use it any more"),
  CLOCK_DIFFERS("its clock differs by 30 s or more from that of the database"),
  KEYS_UNREADABLE("the key file cannot be read");

  private final String meaning;

  NodeState(String meaning) {
    this.meaning = meaning;
  }

  /** For the operator, after the name of the node. */
  public String meaning() {
    return meaning;
  }

  public static Optional<NodeState> named(String name) {
    return Arrays.stream(values()).filter(state -> state.inSmallLetters().equals(name)).findAny();
  }

  String inSmallLetters() {
    return name().toLowerCase(Locale.ROOT);
  }
}
