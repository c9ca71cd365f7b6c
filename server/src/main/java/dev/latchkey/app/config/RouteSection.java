package dev.latchkey.app.config;

import dev.latchkey.edge.gateway.CanonicalPath;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.PathRewrite;
import dev.latchkey.edge.gateway.PatternOverlap;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Resource;
import dev.latchkey.model.Scopes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The section {@code routes} (rule 4.2): which calls exist, which scopes they need, and to which
 * service they are forwarded.
 */
final class RouteSection {
  private static final String BASE = Resource.OPEN_INTERFACE.path();
  private static final Set<String> KEYS =
      Set.of(
          "methods",
          "path",
          "scopes",
          "upstream",
          "timeout_seconds",
          "body_limit_bytes",
          "calls_per_minute",
          PrefixKeys.STRIP,
          PrefixKeys.ADD);

  /** The methods that may be listed. HEAD is allowed wherever GET is. */
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private static final Pattern PARAMETER = Pattern.compile("\\{[a-z][a-z0-9_]*}");
  private static final long MAX_BYTES = 1L << 40;

  private final Map<String, UpstreamSection.Listed> upstreams;
  private final Scopes known;
  private final Map<OpenRoute, Yaml> rows = new LinkedHashMap<>();

  private RouteSection(Map<String, UpstreamSection.Listed> upstreams, Catalogue catalogue) {
    this.upstreams = upstreams;
    this.known = catalogue.names();
  }

  static RouteTable table(
      Yaml file, Map<String, UpstreamSection.Listed> upstreams, Catalogue catalogue) {
    var section = new RouteSection(upstreams, catalogue);
    file.list("routes").orElse(List.of()).forEach(entry -> entry.attempt(() -> section.add(entry)));
    var all = new ArrayList<OpenRoute>(RouteTable.builtIn());
    all.addAll(section.rows.keySet());
    return new RouteTable(all, ResourceSection.resources(file, all));
  }

  private OpenRoute add(Yaml entry) {
    entry.only(KEYS);
    Set<String> methods = methods(entry);
    PathPattern path = path(entry);
    var route = new OpenRoute(methods, path, scopes(entry), target(entry, path));
    for (OpenRoute builtIn : RouteTable.builtIn()) {
      if (route.clashesWith(builtIn) || shadows(route, builtIn)) {
        throw entry.fault("path", "Latchkey itself answers " + builtIn.pattern());
      }
    }
    rows.forEach((earlier, earlierEntry) -> {
      if (route.clashesWith(earlier)) {
        throw entry.fault(
            "path",
            route.pattern()
                + " and "
                + earlier.pattern()
                + " (line "
                + earlierEntry.line()
                + ") match some of the same calls, and neither is more specific");
      }
    });
    rows.put(route, entry);
    return route;
  }

  private static boolean shadows(OpenRoute route, OpenRoute builtIn) {
    return route.methods().containsAll(builtIn.methods())
        && PatternOverlap.of(route.pattern(), builtIn.pattern()) == PatternOverlap.NARROWER;
  }

  private static Set<String> methods(Yaml entry) {
    List<String> methods = entry.texts("methods");
    if (methods.isEmpty()) {
      throw entry.fault("methods", "a route needs methods, such as [GET]");
    }
    for (String method : methods) {
      if (!METHODS.contains(method)) {
        throw entry.fault(
            "methods",
            "methods must be some of "
                + String.join(", ", METHODS)
                + " (HEAD comes with GET), not "
                + method);
      }
    }
    return new HashSet<>(methods);
  }

  private static PathPattern path(Yaml entry) {
    String path =
        entry
            .text("path")
            .orElseThrow(() -> entry.fault("path", "a route needs a path, such as /projects/{id}"));
    if (path.equals(BASE) || path.startsWith(BASE + "/")) {
      throw entry.fault(
          "path", "write the path without " + BASE + ", because every path is below it");
    }
    var names = new HashSet<String>();
    String[] segments = path.split("/", -1);
    for (int i = 1; i < segments.length; i++) {
      boolean last = i == segments.length - 1;
      if (PARAMETER.matcher(segments[i]).matches()) {
        if (!names.add(segments[i])) {
          throw entry.fault("path", segments[i] + " appears twice in " + path);
        }
      } else if (!(last && segments[i].equals("**")) && !isLiteral(segments[i])) {
        throw malformed(entry, path);
      }
    }
    if (segments.length < 2 || !segments[0].isEmpty()) {
      throw malformed(entry, path);
    }
    return PathPattern.of(BASE + path);
  }

  /** Whether the segment is literal text, in the only form in which it can be called. */
  private static boolean isLiteral(String segment) {
    return !segment.contains("*")
        && CanonicalPath.parse("/" + segment)
            .filter(path -> path.segments().equals(List.of(segment)))
            .isPresent();
  }

  private static ConfigFault malformed(Yaml entry, String path) {
    return entry.fault(
        "path",
        path
            + " is not a path: write / before each segment, letters, digits and plain"
            + " characters, {name} for any one segment, and ** at the end for the rest");
  }

  private Scopes scopes(Yaml entry) {
    List<String> names = entry.texts("scopes");
    if (names.isEmpty()) {
      throw entry.fault("scopes", "a route needs scopes: without them, any token could call it");
    }
    Scopes scopes = Scopes.of(names);
    Scopes unknown = scopes.without(known);
    if (!unknown.isEmpty()) {
      throw entry.fault(
          "scopes", unknown.joined(Scopes.Separator.SPACE) + " is not in the catalogue of scopes");
    }
    return scopes;
  }

  private Target target(Yaml entry, PathPattern path) {
    String name =
        entry
            .text("upstream")
            .orElseThrow(() ->
                entry.fault(
                    "upstream",
                    "a route needs an upstream, the name of one in the section upstreams"));
    UpstreamSection.Listed listed =
        Optional.ofNullable(upstreams.get(name))
            .orElseThrow(() ->
                entry.fault(
                    "upstream",
                    "there is no upstream named " + name + " in the section upstreams"));
    PathRewrite rewrite = PrefixKeys.read(entry).orElse(listed.rewrite());
    PrefixKeys.requireBegins(path, rewrite, entry);
    return new Target.Forwarded(
        listed.upstream(),
        entry.number("timeout_seconds", 1, 86_400).map(Duration::ofSeconds),
        entry.number("body_limit_bytes", 0, MAX_BYTES),
        entry.number("calls_per_minute", 1, 1_000_000).map(Math::toIntExact),
        rewrite);
  }
}
