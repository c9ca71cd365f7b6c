package dev.latchkey.edge.gateway;

import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.Resources;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the row of a call: the most specific row that matches the path and lists the method (rule
 * 4.2). There is a tree of segments for each method, so that the cost of a look-up depends on the
 * length of the path and not on the number of rows.
 */
public final class RouteTable {
  private final List<OpenRoute> routes;
  private final Resources resources;
  private final Map<String, Node> methods = new TreeMap<>();
  private final boolean hasMasks;
  private final Map<String, List<OpenRoute>> deprecated;

  public RouteTable(List<OpenRoute> routes) {
    this(routes, Resources.NONE);
  }

  public RouteTable(List<OpenRoute> routes, Resources resources) {
    this.routes = List.copyOf(routes);
    this.resources = resources;
    this.hasMasks = routes.stream().anyMatch(route -> !route.notes().masked().isEmpty());
    this.deprecated =
        routes.stream()
            .filter(route -> route.notes().deprecation().isPresent())
            .collect(Collectors.groupingBy(route -> route.pattern().toString()));
    for (int i = 0; i < routes.size(); i++) {
      add(routes.get(i), routes.subList(0, i));
    }
  }

  /** The rows of the calls that Latchkey itself answers. Every table contains them. */
  public static List<OpenRoute> builtIn() {
    return Stream.of(DirectoryCall.values()).map(OpenRoute::of).toList();
  }

  private void add(OpenRoute route, List<OpenRoute> earlier) {
    earlier.stream()
        .filter(route::clashesWith)
        .findFirst()
        .ifPresent(clash -> {
          throw new IllegalArgumentException(route.pattern() + " clashes with " + clash.pattern());
        });
    for (String method : route.methods()) {
      methods.computeIfAbsent(method, first -> new Node()).add(route);
    }
  }

  public boolean hasDeprecated() {
    return !deprecated.isEmpty();
  }

  /** What is said of the calls with this method of the row with this pattern. */
  public Optional<RouteNotes.Deprecation> deprecated(String method, String pattern) {
    return deprecated.getOrDefault(pattern, List.of()).stream()
        .filter(route -> route.lists(method))
        .findFirst()
        .flatMap(route -> route.notes().deprecation());
  }

  public List<OpenRoute> routes() {
    return routes;
  }

  /** The parts of the table that are resources of their own. */
  public Resources resources() {
    return resources;
  }

  public sealed interface Found {}

  public record Row(OpenRoute route) implements Found {}

  public record NoSuchCall() implements Found {}

  public record OtherMethods(SortedSet<String> allowed) implements Found {}

  public Found find(String method, CanonicalPath path) {
    Node tree = methods.get(OpenRoute.listedAs(method));
    OpenRoute route = tree == null ? null : tree.find(path.segments(), 0);
    return route == null ? otherMethods(path) : new Row(route);
  }

  private Found otherMethods(CanonicalPath path) {
    var allowed = new TreeSet<String>();
    at(path).forEach(route -> allowed.addAll(route.methods()));
    return allowed.isEmpty() ? new NoSuchCall() : new OtherMethods(allowed);
  }

  /**
   * The path of a call as the request log has it. A call that matches no row because of its method
   * is masked by the other rows of its path.
   */
  String logged(String method, String sent) {
    return hasMasks
        ? CanonicalPath.parse(sent).map(path -> logged(method, path)).orElse(sent)
        : sent;
  }

  private String logged(String method, CanonicalPath path) {
    return switch (find(method, path)) {
      case Row(var route) -> route.masked(path);
      case NoSuchCall _ -> path.text();
      case OtherMethods _ ->
          at(path).stream()
              .filter(route -> !route.notes().masked().isEmpty())
              .findFirst()
              .map(route -> route.masked(path))
              .orElse(path.text());
    };
  }

  /** All rows that match this path, with any method, the more specific ones first. */
  public List<OpenRoute> at(CanonicalPath path) {
    var found = new LinkedHashSet<OpenRoute>();
    methods.values().forEach(tree -> tree.collect(path.segments(), 0, found));
    return List.copyOf(found);
  }

  /**
   * A node of the tree: the ways in which a path may continue after the segments that lead to the
   * node.
   */
  private static final class Node {
    private final Map<String, Node> literals = new HashMap<>();
    private @Nullable Node named;
    private @Nullable OpenRoute end;
    private @Nullable OpenRoute rest;

    void add(OpenRoute route) {
      Node node = this;
      for (String segment : route.pattern().segments()) {
        if (segment.equals("**")) {
          node.rest = route;
          return;
        }
        node = node.next(segment);
      }
      node.end = route;
    }

    private Node next(String segment) {
      if (!segment.startsWith("{")) {
        return literals.computeIfAbsent(segment, first -> new Node());
      }
      if (named == null) {
        named = new Node();
      }
      return named;
    }

    @Nullable OpenRoute find(List<String> segments, int at) {
      if (at == segments.size()) {
        return end == null ? rest : end;
      }
      Node literal = literals.get(segments.get(at));
      OpenRoute found = literal == null ? null : literal.find(segments, at + 1);
      if (found == null && named != null) {
        found = named.find(segments, at + 1);
      }
      return found == null ? rest : found;
    }

    void collect(List<String> segments, int at, Set<OpenRoute> found) {
      if (at == segments.size()) {
        Optional.ofNullable(end).ifPresent(found::add);
      } else {
        Optional.ofNullable(literals.get(segments.get(at)))
            .ifPresent(next -> next.collect(segments, at + 1, found));
        Optional.ofNullable(named).ifPresent(next -> next.collect(segments, at + 1, found));
      }
      Optional.ofNullable(rest).ifPresent(found::add);
    }
  }
}
