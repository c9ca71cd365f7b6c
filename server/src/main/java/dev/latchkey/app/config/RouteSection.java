package dev.latchkey.app.config;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.PathRewrite;
import dev.latchkey.edge.gateway.PatternOverlap;
import dev.latchkey.edge.gateway.RouteNotes;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Resources;
import dev.latchkey.model.credential.Scopes;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The section {@code routes} (rule 4.2): which calls exist, which scopes they need, and to which
 * service they are forwarded. And the section {@code resources}: which parts of the route table are
 * resources of their own, for which an app can request tokens.
 *
 * <p>A resource is a prefix of paths and neither a route nor an upstream: a service often has
 * several rows with different scopes, and two services may share an upstream. No resource is a part
 * of another, so a call belongs to one at most. The grant has the resource that the user has
 * allowed; the app may request less with each pair. A token without one is valid for every call
 * (contract 4.4).
 */
final class RouteSection {
  /** The methods that may be listed. HEAD is allowed wherever GET is. */
  static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private final Map<String, PlatformSections.Listed> upstreams;
  private final Scopes known;
  private final Map<OpenRoute, SectionValues> rows = new LinkedHashMap<>();
  private final List<Resources.Named> resources = new ArrayList<>();

  RouteSection(Map<String, PlatformSections.Listed> upstreams, Catalogue catalogue) {
    this.upstreams = upstreams;
    this.known = catalogue.names();
  }

  RouteTable table(SectionValues file) {
    file.get(GatewayKeys.ROUTES).forEach(entry -> entry.attempt(() -> add(entry)));
    List<OpenRoute> all =
        Stream.concat(RouteTable.builtIn().stream(), rows.keySet().stream()).toList();
    file.get(GatewayKeys.RESOURCES).forEach(entry -> entry.attempt(() -> addResource(entry, all)));
    return new RouteTable(all, new Resources(resources));
  }

  private boolean add(SectionValues entry) {
    PathPattern path = entry.get(GatewayKeys.ROUTE_PATH);
    var methods = new HashSet<String>(entry.get(GatewayKeys.METHODS));
    var route =
        new OpenRoute(methods, path, scopes(entry), target(entry, path), notes(entry, path));
    for (OpenRoute builtIn : RouteTable.builtIn()) {
      if (route.clashesWith(builtIn) || shadows(route, builtIn)) {
        throw entry.fault(GatewayKeys.ROUTE_PATH, "Latchkey itself answers " + builtIn.pattern());
      }
    }
    rows.forEach((earlier, earlierEntry) -> {
      if (route.clashesWith(earlier)) {
        throw entry.fault(
            GatewayKeys.ROUTE_PATH,
            "%s and %s (line %d) match some of the same calls, and neither is more specific"
                .formatted(route.pattern(), earlier.pattern(), earlierEntry.line()));
      }
    });
    rows.put(route, entry);
    return true;
  }

  private static RouteNotes notes(SectionValues entry, PathPattern path) {
    List<String> masked = entry.get(GatewayKeys.MASKED);
    masked.stream()
        .filter(segment -> !path.segments().contains(segment))
        .findFirst()
        .ifPresent(unknown -> {
          throw entry.fault(GatewayKeys.MASKED, unknown + " is not a segment of the path");
        });
    return new RouteNotes(Set.copyOf(masked), deprecation(entry));
  }

  private static Optional<RouteNotes.Deprecation> deprecation(SectionValues entry) {
    Optional<LocalDate> since = entry.get(GatewayKeys.DEPRECATED);
    Optional<LocalDate> sunset = entry.get(GatewayKeys.SUNSET);
    Optional<URI> link = entry.get(GatewayKeys.DEPRECATION_LINK);
    if (since.isEmpty() && (sunset.isPresent() || link.isPresent())) {
      throw entry.fault(
          sunset.isPresent() ? GatewayKeys.SUNSET : GatewayKeys.DEPRECATION_LINK,
          "the route needs the key deprecated as well");
    }
    if (since.isPresent() && sunset.filter(since.get()::isAfter).isPresent()) {
      throw entry.fault(GatewayKeys.SUNSET, "it is before the day of the key deprecated");
    }
    return since.map(day -> RouteNotes.Deprecation.of(day, sunset, link));
  }

  private static boolean shadows(OpenRoute route, OpenRoute builtIn) {
    return route.methods().containsAll(builtIn.methods())
        && PatternOverlap.of(route.pattern(), builtIn.pattern()) == PatternOverlap.NARROWER;
  }

  private Scopes scopes(SectionValues entry) {
    Scopes scopes = Scopes.of(entry.get(GatewayKeys.ROUTE_SCOPES));
    Scopes unknown = scopes.without(known);
    if (!unknown.isEmpty()) {
      throw entry.fault(
          GatewayKeys.ROUTE_SCOPES,
          unknown.joined(Scopes.Separator.SPACE) + " is not in the catalogue of scopes");
    }
    return scopes;
  }

  private Target target(SectionValues entry, PathPattern path) {
    String name = entry.get(GatewayKeys.UPSTREAM);
    PlatformSections.Listed listed =
        Optional.ofNullable(upstreams.get(name))
            .orElseThrow(() ->
                entry.fault(
                    GatewayKeys.UPSTREAM,
                    "there is no upstream named " + name + " in the section upstreams"));
    PathRewrite rewrite =
        PlatformSections.rewrite(entry, GatewayKeys.ROUTE_PREFIX).orElse(listed.rewrite());
    requireBegins(path, rewrite, entry);
    return new Target.Forwarded(
        listed.upstream(),
        entry.get(GatewayKeys.TIMEOUT_SECONDS).map(Duration::ofSeconds),
        entry.get(GatewayKeys.BODY_LIMIT_BYTES),
        entry.get(GatewayKeys.CALLS_PER_MINUTE),
        rewrite);
  }

  /** Refuses a row with calls that do not begin with the prefix that is to be removed. */
  private static void requireBegins(PathPattern path, PathRewrite rewrite, SectionValues entry) {
    List<String> removed = PathPattern.of(rewrite.strip()).segments();
    List<String> segments = path.segments();
    boolean begins =
        removed.size() <= segments.size() && segments.subList(0, removed.size()).equals(removed);
    if (!begins) {
      throw entry.fault(
          GatewayKeys.ROUTE_PATH,
          "%s does not begin with %s, the strip_prefix of its calls"
              .formatted(path, rewrite.strip()));
    }
  }

  private boolean addResource(SectionValues entry, List<OpenRoute> routes) {
    var resource =
        new Resource(Resource.OPEN_INTERFACE.path() + entry.get(GatewayKeys.RESOURCE_PATH));
    for (Resources.Named earlier : resources) {
      if (earlier.resource().contains(resource.path())
          || resource.contains(earlier.resource().path())) {
        throw entry.fault(
            GatewayKeys.RESOURCE_PATH,
            "%s and %s are parts of each other, so a call would belong to both"
                .formatted(resource.path(), earlier.resource().path()));
      }
    }
    Scopes scopes = scopes(entry, resource, routes);
    return resources.add(
        new Resources.Named(resource, entry.get(GatewayKeys.RESOURCE_NAME), scopes));
  }

  /** The scopes that the operator lists, or those that the calls of the resource need. */
  private static Scopes scopes(SectionValues entry, Resource resource, List<OpenRoute> routes) {
    PathPattern calls = PathPattern.of(resource.path() + "/**");
    List<String> needed =
        routes.stream()
            .filter(route -> PatternOverlap.of(route.pattern(), calls) != PatternOverlap.NONE)
            .flatMap(route -> route.needs().names().stream())
            .toList();
    if (needed.isEmpty()) {
      throw entry.fault(
          GatewayKeys.RESOURCE_PATH, "there is no route at " + resource.path() + " or below it");
    }
    List<String> listed = entry.get(GatewayKeys.RESOURCE_SCOPES);
    Scopes unused = Scopes.of(listed).without(Scopes.of(needed));
    if (!unused.isEmpty()) {
      throw entry.fault(
          GatewayKeys.RESOURCE_SCOPES,
          "no call of this resource needs " + unused.joined(Scopes.Separator.SPACE));
    }
    return Scopes.of(listed.isEmpty() ? needed : listed);
  }
}
