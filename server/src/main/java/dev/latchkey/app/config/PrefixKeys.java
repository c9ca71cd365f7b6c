package dev.latchkey.app.config;

import dev.latchkey.edge.gateway.CanonicalPath;
import dev.latchkey.edge.gateway.PathRewrite;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.Resource;
import java.util.List;
import java.util.Optional;

/**
 * The keys {@code strip_prefix} and {@code add_prefix}, of an upstream or of a route. Those of a
 * route replace both of its upstream.
 */
final class PrefixKeys {
  static final String STRIP = "strip_prefix";
  static final String ADD = "add_prefix";
  private static final String BASE = Resource.OPEN_INTERFACE.path();

  private PrefixKeys() {}

  static Optional<PathRewrite> read(Yaml entry) {
    Optional<String> strip = prefix(entry, STRIP);
    Optional<String> add = prefix(entry, ADD);
    if (strip.isEmpty() && add.isEmpty()) {
      return Optional.empty();
    }
    if (strip.isPresent() && !(strip.get() + "/").startsWith(BASE + "/")) {
      throw entry.fault(
          STRIP,
          STRIP + " must begin with " + BASE + ", as the callers send it, not " + strip.get());
    }
    return Optional.of(new PathRewrite(strip.orElse(""), add.orElse("")));
  }

  /** Refuses a row with calls that do not begin with the prefix that is to be removed. */
  static void requireBegins(PathPattern path, PathRewrite rewrite, Yaml entry) {
    List<String> removed = PathPattern.of(rewrite.strip()).segments();
    List<String> segments = path.segments();
    boolean begins =
        removed.size() <= segments.size() && segments.subList(0, removed.size()).equals(removed);
    if (!begins) {
      throw entry.fault(
          "path",
          path + " does not begin with " + rewrite.strip() + ", the " + STRIP + " of its calls");
    }
  }

  private static Optional<String> prefix(Yaml entry, String key) {
    return entry
        .text(key)
        .map(text -> {
          if (!isPrefix(text)) {
            throw entry.fault(
                key,
                key
                    + " must be one or more segments with / before each, of"
                    + " letters, digits and plain characters, not "
                    + text);
          }
          return text;
        });
  }

  /** Whether the text is a path that is spelled plainly and has no slash at the end. */
  private static boolean isPrefix(String text) {
    return CanonicalPath.parse(text)
        .filter(path -> ("/" + String.join("/", path.segments())).equals(text))
        .filter(path -> !path.segments().isEmpty())
        .isPresent();
  }
}
