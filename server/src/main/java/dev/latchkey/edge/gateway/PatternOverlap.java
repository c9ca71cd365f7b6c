package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.PathPattern;
import java.util.List;

/** How the sets of paths that two patterns match relate to each other. */
public enum PatternOverlap {
  NONE,
  SAME,
  NARROWER,
  WIDER,
  /**
   * Both patterns match some paths, and neither pattern is more specific. Example: <code>/a/{x}
   * </code> and <code>/{y}/b</code>.
   */
  CROSSING;

  private static final int LITERAL = 0;
  private static final int NAMED = 1;
  private static final int REST = 2;

  public static PatternOverlap of(PathPattern pattern, PathPattern other) {
    List<String> ours = pattern.segments();
    List<String> theirs = other.segments();
    boolean narrower = false;
    boolean wider = false;
    for (int i = 0; i < ours.size() || i < theirs.size(); i++) {
      String our = i < ours.size() ? ours.get(i) : "";
      String their = i < theirs.size() ? theirs.get(i) : "";
      int difference = breadth(their) - breadth(our);
      if (difference == 0 && breadth(our) == LITERAL && !our.equals(their)) {
        return NONE;
      }
      narrower |= difference > 0;
      wider |= difference < 0;
      if (our.equals("**") || their.equals("**")) {
        break;
      }
      if (our.isEmpty() || their.isEmpty()) {
        return NONE;
      }
    }
    if (narrower && wider) {
      return CROSSING;
    }
    return narrower ? NARROWER : wider ? WIDER : SAME;
  }

  private static int breadth(String segment) {
    if (segment.equals("**")) {
      return REST;
    }
    return segment.startsWith("{") ? NAMED : LITERAL;
  }
}
