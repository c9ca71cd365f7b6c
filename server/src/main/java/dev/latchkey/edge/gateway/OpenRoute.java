package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.Scopes;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A row of the route table: the calls that it matches, the scopes that they need, and what answers
 * them.
 */
public record OpenRoute(
    Set<String> methods, PathPattern pattern, Scopes needs, Target target, RouteNotes notes) {
  public OpenRoute(Set<String> methods, PathPattern pattern, Scopes needs, Target target) {
    this(methods, pattern, needs, target, RouteNotes.NONE);
  }

  public OpenRoute {
    methods = Collections.unmodifiableSet(new TreeSet<>(methods));
  }

  static OpenRoute of(DirectoryCall call) {
    return new OpenRoute(
        Set.of("GET"), PathPattern.of(call.path()), call.needs(), new Target.BuiltIn(call));
  }

  /** What each answer to a call of this row says. */
  List<Header> headers() {
    return notes.deprecation().map(RouteNotes.Deprecation::headers).orElseGet(List::of);
  }

  /** HEAD counts as GET: it is a GET whose body is not sent. */
  static String listedAs(String method) {
    return method.equals("HEAD") ? "GET" : method;
  }

  public boolean lists(String method) {
    return methods.contains(listedAs(method));
  }

  /** Whether there are calls that both rows match, and neither row is more specific. */
  public boolean clashesWith(OpenRoute other) {
    return !Collections.disjoint(methods, other.methods)
        && switch (PatternOverlap.of(pattern, other.pattern)) {
          case SAME, CROSSING -> true;
          case NONE, NARROWER, WIDER -> false;
        };
  }

  /** A path that it matches, as the request log has it: without the values that are masked. */
  String masked(CanonicalPath path) {
    if (notes.masked().isEmpty()) {
      return path.text();
    }
    List<String> wanted = pattern.segments();
    String[] sent = path.text().substring(1).split("/");
    var shown = new StringBuilder();
    for (int i = 0; i < sent.length; i++) {
      String pattern = wanted.get(Math.min(i, wanted.size() - 1));
      boolean isMasked = notes.masked().contains(pattern);
      shown.append('/').append(isMasked ? pattern : sent[i]);
      if (isMasked && pattern.equals("**")) {
        return shown.toString();
      }
    }
    return shown.toString();
  }

  /** The values of the named segments of this row in a path that it matches. */
  Map<String, String> named(CanonicalPath path) {
    var named = new HashMap<String, String>();
    List<String> wanted = pattern.segments();
    for (int i = 0; i < wanted.size(); i++) {
      String segment = wanted.get(i);
      if (segment.startsWith("{")) {
        named.put(segment.substring(1, segment.length() - 1), path.segments().get(i));
      }
    }
    return Map.copyOf(named);
  }
}
