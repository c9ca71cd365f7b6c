package dev.latchkey.console.reference;

import dev.latchkey.console.asset.Asset;
import dev.latchkey.edge.gateway.CanonicalPath;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.Language;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The calls of the open interface: those that the documents describe, each at the row of the route
 * table that it would meet, and the methods of rows of which no document describes anything.
 */
public record Reference(List<Group> groups) {
  /** What Latchkey says of the calls that it answers itself. */
  public static final ApiDocument OF_BUILT_IN =
      ApiDocumentReader.read(Asset.text("/directory-api.yaml"));

  public Reference {
    groups = List.copyOf(groups);
  }

  /** The calls whose scopes belong to one group of the catalogue. */
  public record Group(List<ReferenceCall> calls) {
    public String name(Language language) {
      return calls.getFirst().scopes().getFirst().in(language).group();
    }
  }

  private record RowMethod(OpenRoute row, String method) {}

  public static Reference of(RouteTable table, Catalogue catalogue, List<ApiDocument> documents) {
    var described = new HashMap<RowMethod, List<ReferenceCall>>();
    for (ApiDocument document : documents) {
      document
          .calls()
          .forEach((place, call) ->
              row(table, place)
                  .ifPresent(row ->
                      described
                          .computeIfAbsent(
                              new RowMethod(row, place.method()), one -> new ArrayList<>())
                          .add(
                              new ReferenceCall(
                                  place.method(),
                                  PathPattern.of(place.path()),
                                  row,
                                  catalogue.describe(row.needs()),
                                  Optional.of(call)))));
    }
    var calls = new ArrayList<ReferenceCall>();
    for (OpenRoute row : table.routes()) {
      for (String method : row.methods()) {
        var alone =
            new ReferenceCall(
                method, row.pattern(), row, catalogue.describe(row.needs()), Optional.empty());
        calls.addAll(described.getOrDefault(new RowMethod(row, method), List.of(alone)));
      }
    }
    return new Reference(groups(calls, catalogue));
  }

  /** The row that a call at this place would meet. */
  private static Optional<OpenRoute> row(RouteTable table, ApiDocument.Place place) {
    List<String> segments = PathPattern.of(place.path()).segments();
    boolean isPlain =
        segments.stream().allMatch(segment -> segment.matches("[^{}*]+|\\{[A-Za-z0-9_.-]+}"));
    var path = new CanonicalPath(place.path(), segments);
    return isPlain && table.find(place.method(), path) instanceof RouteTable.Row(var row)
        ? Optional.of(row)
        : Optional.empty();
  }

  /** The call to which this path was sent; the one with most fixed segments, if several match. */
  Optional<ReferenceCall> at(String method, CanonicalPath path) {
    return groups.stream()
        .flatMap(group -> group.calls().stream())
        .filter(call -> call.method().equals(method) && call.again(path).isPresent())
        .max(
            Comparator.<ReferenceCall>comparingInt(call -> call.hasRest() ? 0 : 1)
                .thenComparingInt(call -> call.path().segments().size() - call.names().size()));
  }

  /** The call that a request names. */
  Optional<ReferenceCall> named(String method, String pattern) {
    return groups.stream()
        .flatMap(group -> group.calls().stream())
        .filter(call -> call.method().equals(method) && call.pattern().equals(pattern))
        .findFirst();
  }

  /**
   * The groups in the order of the catalogue. Calls whose scopes the catalogue does not know come
   * last, in a group without a name.
   */
  private static List<Group> groups(List<ReferenceCall> calls, Catalogue catalogue) {
    Map<String, List<ReferenceCall>> byName =
        calls.stream()
            .collect(Collectors.groupingBy(call -> call.scopes().getFirst().plain().group()));
    var ordered = new LinkedHashMap<String, List<ReferenceCall>>();
    for (Scope scope : catalogue.scopes()) {
      String name = scope.plain().group();
      Optional.ofNullable(byName.remove(name)).ifPresent(found -> ordered.put(name, found));
    }
    ordered.putAll(byName);
    return ordered.values().stream().map(Group::new).toList();
  }
}
