package dev.latchkey.app.config;

import dev.latchkey.edge.gateway.CanonicalPath;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.credential.Resource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the path of a route, and a prefix of it, can be. */
final class RoutePath {
  private static final String BASE = Resource.OPEN_INTERFACE.path();
  private static final Pattern PARAMETER = Pattern.compile("\\{[a-z][a-z0-9_]*}");

  static final Type<PathPattern> TYPE =
      Type.found(
          "a path such as /projects/{id}: write / before each segment, letters, digits and plain"
              + " characters, {name} for any one segment, and ** at the end for the rest",
          RoutePath::pattern);

  /** A path that is spelled plainly and has no slash at the end. */
  static final Type<String> PREFIX =
      Type.found(
          "one or more segments with / before each, of letters, digits and plain characters",
          text ->
              CanonicalPath.parse(text)
                  .map(CanonicalPath::segments)
                  .filter(segments -> !segments.isEmpty())
                  .map(segments -> "/" + String.join("/", segments))
                  .filter(text::equals));

  /** A prefix of calls, which all begin in the same way. */
  static final Type<String> STRIPPED =
      PREFIX.map(text -> {
        if (!(text + "/").startsWith(BASE + "/")) {
          throw new ConfigFault(
              "must begin with " + BASE + ", as the callers send it, not " + text);
        }
        return text;
      });

  private RoutePath() {}

  private static Optional<PathPattern> pattern(String path) {
    if (path.equals(BASE) || path.startsWith(BASE + "/")) {
      throw new ConfigFault("write the path without " + BASE + ", because every path is below it");
    }
    var names = new HashSet<String>();
    String[] segments = path.split("/", -1);
    for (int i = 1; i < segments.length; i++) {
      boolean isRest = i == segments.length - 1 && segments[i].equals("**");
      if (PARAMETER.matcher(segments[i]).matches()) {
        if (!names.add(segments[i])) {
          throw new ConfigFault(segments[i] + " appears twice in " + path);
        }
      } else if (!isRest && !isLiteral(segments[i])) {
        return Optional.empty();
      }
    }
    return segments.length < 2 || !segments[0].isEmpty()
        ? Optional.empty()
        : Optional.of(PathPattern.of(BASE + path));
  }

  /** Whether the segment is literal text, in the only form in which it can be called. */
  private static boolean isLiteral(String segment) {
    return !segment.contains("*")
        && CanonicalPath.parse("/" + segment)
            .filter(path -> path.segments().equals(List.of(segment)))
            .isPresent();
  }
}
