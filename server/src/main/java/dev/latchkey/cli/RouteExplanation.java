package dev.latchkey.cli;

import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.TextTable;
import dev.latchkey.edge.gateway.CanonicalPath;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.http.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Explains to an operator which row of the table a call matches, and why it does not match the
 * others.
 */
final class RouteExplanation {
  private final RouteTable table;
  private final String method;
  private final String path;

  /** The query has no effect on the result. */
  RouteExplanation(RouteTable table, String method, String target) {
    this.table = table;
    this.method = method;
    this.path = target.split("\\?", 2)[0];
  }

  /** Prints the row of the call as fields. Returns whether the call matches a row. */
  boolean printFields(ResultOptions result) {
    Optional<OpenRoute> row =
        CanonicalPath.parse(path)
            .map(canonical -> table.find(method, canonical))
            .flatMap(RouteExplanation::row);
    ObjectNode json = Json.object().put("method", method).put("path", path);
    row.ifPresent(matched -> json.set("route", RouteLines.fields(matched)));
    row.flatMap(matched ->
            CanonicalPath.parse(path).flatMap(called -> RouteLines.rewritten(matched, called)))
        .ifPresent(sentAs -> json.put("sent_as", sentAs));
    result.printFields(json);
    return row.isPresent();
  }

  private static Optional<OpenRoute> row(RouteTable.Found found) {
    return switch (found) {
      case RouteTable.Row row -> Optional.of(row.route());
      case RouteTable.NoSuchCall _ -> Optional.empty();
      case RouteTable.OtherMethods _ -> Optional.empty();
    };
  }

  /** Prints the explanation. Returns whether the call matches a row. */
  boolean print(PrintWriter out) {
    out.println(method + " " + path);
    Optional<CanonicalPath> canonical = CanonicalPath.parse(path);
    if (canonical.isEmpty()) {
      out.println(
          "is refused with 400 for every caller: the path could be read in more than one way.");
      return false;
    }
    return switch (table.find(method, canonical.get())) {
      case RouteTable.NoSuchCall _ -> {
        out.println(
            "matches no row: 404 with an active token, 401 without."
                + " Every path begins with /openapi/v2.");
        yield false;
      }
      case RouteTable.OtherMethods others -> {
        out.println(
            "matches no row that lists its method: 405 with an active token, 401 without."
                + " The path takes "
                + String.join(", ", others.allowed())
                + ".");
        others(out, canonical.get(), Optional.empty());
        yield false;
      }
      case RouteTable.Row row -> {
        TextTable.print(out, lines(row.route(), canonical.get()));
        others(out, canonical.get(), Optional.of(row.route()));
        yield true;
      }
    };
  }

  private static List<List<String>> lines(OpenRoute route, CanonicalPath called) {
    var lines = new ArrayList<List<String>>();
    lines.add(List.of("matches", RouteLines.methods(route) + " " + route.pattern()));
    lines.add(List.of("needs", RouteLines.scopes(route)));
    lines.add(List.of("goes to", RouteLines.target(route)));
    RouteLines.rewritten(route, called).ifPresent(path -> lines.add(List.of("sent as", path)));
    RouteLines.deprecated(route).ifPresent(days -> lines.add(List.of("deprecated", days)));
    return lines;
  }

  private void others(PrintWriter out, CanonicalPath canonical, Optional<OpenRoute> matched) {
    var lines = new ArrayList<List<String>>();
    for (OpenRoute route : table.at(canonical)) {
      if (!matched.equals(Optional.of(route))) {
        String why = route.lists(method) ? "is less specific" : "is not for " + method;
        lines.add(List.of(" ", RouteLines.methods(route) + " " + route.pattern(), why));
      }
    }
    if (!lines.isEmpty()) {
      out.println("Other rows for this path:");
      TextTable.print(out, lines);
    }
  }
}
