package dev.latchkey.gateway;

import dev.latchkey.http.PathPattern;
import dev.latchkey.model.DirectoryCall;
import dev.latchkey.model.Scopes;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A row of the route table: which calls it is for, which scope they need, and what answers. */
public record OpenRoute(Set<String> methods, PathPattern pattern, Scopes needs, Target target) {
    public OpenRoute {
        methods = Collections.unmodifiableSet(new TreeSet<>(methods));
    }

    static OpenRoute of(DirectoryCall call) {
        return new OpenRoute(
                Set.of("GET"), PathPattern.of(call.path()), call.needs(), new Target.BuiltIn(call));
    }

    /** HEAD is a GET whose body stays here. */
    static String listedAs(String method) {
        return method.equals("HEAD") ? "GET" : method;
    }

    public boolean lists(String method) {
        return methods.contains(listedAs(method));
    }

    /** Whether nobody could say which of the two rows some call meets. */
    public boolean clashesWith(OpenRoute other) {
        return !Collections.disjoint(methods, other.methods)
                && switch (PatternOverlap.of(pattern, other.pattern)) {
                    case SAME, CROSSING -> true;
                    case NONE, NARROWER, WIDER -> false;
                };
    }

    /** The segments that this row has names for, as a path it is for fills them. */
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
