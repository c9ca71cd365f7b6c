package dev.latchkey.app.config;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.PatternOverlap;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.Resource;
import dev.latchkey.model.Resources;
import dev.latchkey.model.Scopes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The section {@code resources}: which parts of the route table are resources of their own, for
 * which an app can request tokens.
 *
 * <p>A resource is a prefix of paths and neither a route nor an upstream: a service often has
 * several rows with different scopes, and two services may share an upstream. No resource is a part
 * of another, so a call belongs to one at most. The grant has the resource that the user has
 * allowed; the app may request less with each pair. A token without one is valid for every call
 * (contract 4.4).
 */
final class ResourceSection {
  private static final Set<String> KEYS = Set.of("path", "name", "scopes");

  /** A path that has one spelling only, so that it can be compared as text. */
  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");

  private final List<OpenRoute> routes;
  private final List<Resources.Named> found = new ArrayList<>();

  private ResourceSection(List<OpenRoute> routes) {
    this.routes = routes;
  }

  static Resources resources(Yaml file, List<OpenRoute> routes) {
    var section = new ResourceSection(routes);
    file.list("resources")
        .orElse(List.of())
        .forEach(entry -> entry.attempt(() -> section.add(entry)));
    return new Resources(section.found);
  }

  private boolean add(Yaml entry) {
    entry.only(KEYS);
    Resource resource = resource(entry);
    Optional<Resources.Named> clash =
        found.stream()
            .filter(earlier ->
                earlier.resource().contains(resource.path())
                    || resource.contains(earlier.resource().path()))
            .findFirst();
    if (clash.isPresent()) {
      throw entry.fault(
          "path",
          resource.path()
              + " and "
              + clash.get().resource().path()
              + " are parts of each other, so a call would belong to both");
    }
    return found.add(new Resources.Named(resource, entry.text("name"), scopes(entry, resource)));
  }

  private static Resource resource(Yaml entry) {
    String path =
        entry
            .text("path")
            .orElseThrow(() -> entry.fault("path", "a resource needs a path, such as /projects"));
    if (!PATH.matcher(path).matches() || path.contains("..")) {
      throw entry.fault(
          "path",
          path
              + " is not the path of a resource: write / before each segment, and"
              + " letters, digits, dots, - and _ in them");
    }
    return new Resource(Resource.OPEN_INTERFACE.path() + path);
  }

  /** The scopes that the operator lists, or those that the calls of the resource need. */
  private Scopes scopes(Yaml entry, Resource resource) {
    PathPattern calls = PathPattern.of(resource.path() + "/**");
    List<String> needed =
        routes.stream()
            .filter(route -> PatternOverlap.of(route.pattern(), calls) != PatternOverlap.NONE)
            .flatMap(route -> route.needs().names().stream())
            .toList();
    if (needed.isEmpty()) {
      throw entry.fault("path", "there is no route at " + resource.path() + " or below it");
    }
    Scopes scopes = Scopes.of(needed);
    List<String> listed = entry.texts("scopes");
    Scopes unused = Scopes.of(listed).without(scopes);
    if (!unused.isEmpty()) {
      throw entry.fault(
          "scopes", "no call of this resource needs " + unused.joined(Scopes.Separator.SPACE));
    }
    return listed.isEmpty() ? scopes : Scopes.of(listed);
  }
}
