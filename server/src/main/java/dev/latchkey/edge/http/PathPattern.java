package dev.latchkey.edge.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The paths of a route. A segment {@code {name}} matches one segment that is not empty. A last
 * segment {@code **} matches the rest of the path. The pattern is split once, and a path never,
 * because a request is matched against many routes.
 */
public final class PathPattern {
  private final String text;
  private final List<String> segments;
  private final boolean isLiteral;

  /** Whether the pattern is a literal beginning followed by {@code **}, without named segments. */
  private final boolean isRest;

  /**
   * The literal beginning of every matching path. Most paths that do not match differ already in
   * the beginning.
   */
  private final String beginning;

  private PathPattern(String text) {
    this.text = text;
    this.segments = List.of(text.split("/", -1));
    this.beginning =
        segments.stream().takeWhile(segment -> !isOpen(segment)).collect(Collectors.joining("/"));
    this.isLiteral = segments.stream().noneMatch(PathPattern::isOpen);
    this.isRest =
        segments.getLast().equals("**")
            && segments.stream().filter(PathPattern::isOpen).count() == 1;
  }

  public static PathPattern of(String text) {
    return new PathPattern(text);
  }

  private static boolean isOpen(String segment) {
    return segment.equals("**") || segment.startsWith("{");
  }

  /** Whether the pattern matches exactly one path. */
  boolean isLiteral() {
    return isLiteral;
  }

  /** The segments between the slashes, as written in the pattern. */
  public List<String> segments() {
    return segments.subList(1, segments.size());
  }

  String first() {
    return first(text);
  }

  boolean isOpenAtFirst() {
    return isOpen(first());
  }

  /** The first segment of a path, which begins with a slash. */
  static String first(String path) {
    return path.isEmpty() ? "" : path.substring(1, end(path, 1));
  }

  public boolean matches(String path) {
    return isLiteral ? text.equals(path) : match(path).isPresent();
  }

  /** The values of the named segments, or empty if the path does not match. */
  public Optional<Map<String, String>> match(String path) {
    if (isLiteral) {
      return text.equals(path) ? Optional.of(Map.of()) : Optional.empty();
    }
    if (!path.startsWith(beginning)) {
      return Optional.empty();
    }
    if (isRest) {
      return isBelow(path) ? Optional.of(Map.of()) : Optional.empty();
    }
    var named = new HashMap<String, String>();
    int from = 0;
    for (String wanted : segments) {
      if (wanted.equals("**")) {
        return Optional.of(named);
      }
      if (from > path.length()) {
        return Optional.empty();
      }
      int to = end(path, from);
      if (wanted.startsWith("{")) {
        if (from == to) {
          return Optional.empty();
        }
        named.put(wanted.substring(1, wanted.length() - 1), path.substring(from, to));
      } else if (to - from != wanted.length() || !path.startsWith(wanted, from)) {
        return Optional.empty();
      }
      from = to + 1;
    }
    return from > path.length() ? Optional.of(named) : Optional.empty();
  }

  /** Where the segment ends that begins here. */
  private static int end(String path, int from) {
    int slash = path.indexOf('/', from);
    return slash < 0 ? path.length() : slash;
  }

  private boolean isBelow(String path) {
    return path.length() == beginning.length() || path.charAt(beginning.length()) == '/';
  }

  @Override
  public String toString() {
    return text;
  }
}
