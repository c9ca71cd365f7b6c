package dev.latchkey.cli;

import dev.latchkey.edge.gateway.CanonicalPath;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.PathRewrite;
import dev.latchkey.edge.gateway.RouteNotes;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.credential.Scopes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Describes rows of the route table, as text and as fields. */
final class RouteLines {
  private static final String BUILT_IN = "Latchkey itself";

  private RouteLines() {}

  static List<ObjectNode> fields(RouteTable table) {
    return table.routes().stream().map(RouteLines::fields).toList();
  }

  /** The fields that a table of the rows shows. Prefixes are shown if a row has some. */
  static List<String> columns(RouteTable table) {
    boolean hasPrefixes =
        table.routes().stream()
            .map(OpenRoute::target)
            .anyMatch(target ->
                target instanceof Target.Forwarded forwarded && !forwarded.rewrite().isNone());
    var columns = new ArrayList<>(List.of("methods", "path", "scopes", "upstream"));
    if (hasPrefixes) {
      columns.addAll(List.of("strip_prefix", "add_prefix"));
    }
    if (table.routes().stream().anyMatch(route -> route.notes().deprecation().isPresent())) {
      columns.addAll(List.of("deprecated", "sunset"));
    }
    return columns;
  }

  static ObjectNode fields(OpenRoute route) {
    ObjectNode json = Json.object();
    var methods = json.putArray("methods");
    route.methods().forEach(methods::add);
    json.put("path", route.pattern().toString());
    var scopes = json.putArray("scopes");
    route.needs().names().forEach(scopes::add);
    switch (route.target()) {
      case Target.BuiltIn _ -> json.put("upstream", BUILT_IN);
      case Target.Forwarded forwarded -> {
        json.put("upstream", forwarded.upstream().name());
        put(json, "strip_prefix", forwarded.rewrite().strip());
        put(json, "add_prefix", forwarded.rewrite().add());
      }
    }
    RouteNotes notes = route.notes();
    if (!notes.masked().isEmpty()) {
      var masked = json.putArray("masked");
      notes.masked().stream().sorted().forEach(masked::add);
    }
    notes.deprecation().ifPresent(deprecation -> put(json, deprecation));
    return json;
  }

  private static void put(ObjectNode json, RouteNotes.Deprecation deprecation) {
    json.put("deprecated", deprecation.since().toString());
    deprecation.sunset().ifPresent(day -> json.put("sunset", day.toString()));
    deprecation.link().ifPresent(link -> json.put("deprecation_link", link.toString()));
  }

  private static void put(ObjectNode json, String key, String prefix) {
    if (!prefix.isEmpty()) {
      json.put(key, prefix);
    }
  }

  static String methods(OpenRoute route) {
    return String.join(",", route.methods());
  }

  static String scopes(OpenRoute route) {
    return route.needs().joined(Scopes.Separator.COMMA);
  }

  static String target(OpenRoute route) {
    return switch (route.target()) {
      case Target.BuiltIn _ -> BUILT_IN;
      case Target.Forwarded forwarded -> forwarded.upstream().name() + rewrite(forwarded.rewrite());
    };
  }

  /** Since when it is deprecated, and when it ends. */
  static Optional<String> deprecated(OpenRoute route) {
    return route
        .notes()
        .deprecation()
        .map(deprecation ->
            "since "
                + deprecation.since()
                + deprecation.sunset().map(day -> ", ends " + day).orElse(""));
  }

  private static String rewrite(PathRewrite rewrite) {
    if (rewrite.isNone()) {
      return "";
    }
    if (rewrite.strip().isEmpty()) {
      return " (" + rewrite.add() + " is put before the path)";
    }
    return rewrite.add().isEmpty()
        ? " (without " + rewrite.strip() + ")"
        : " (" + rewrite.strip() + " becomes " + rewrite.add() + ")";
  }

  /** The path that the service receives; empty if it is the path of the call. */
  static Optional<String> rewritten(OpenRoute route, CanonicalPath called) {
    return switch (route.target()) {
      case Target.BuiltIn _ -> Optional.empty();
      case Target.Forwarded forwarded ->
          Optional.of(forwarded.rewrite().toService(called.text()))
              .filter(path -> !path.equals(called.text()));
    };
  }
}
