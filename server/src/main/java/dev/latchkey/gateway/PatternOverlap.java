package dev.latchkey.gateway;

import dev.latchkey.http.PathPattern;
import java.util.List;

/** How the paths that one pattern is for lie to those of another. */
public enum PatternOverlap {
    NONE,
    SAME,
    NARROWER,
    WIDER,
    /** Some paths are for both, and neither pattern is the more specific one. */
    CROSSING;

    private static final int LITERAL = 0;
    private static final int NAMED = 1;
    private static final int REST = 2;

    public static PatternOverlap of(PathPattern pattern, PathPattern other) {
        List<String> ours = pattern.segments();
        List<String> theirs = other.segments();
        boolean narrower = false;
        boolean wider = false;
        for (int i = 0; i < ours.size() || i < theirs.size(); i++) {
            String our = i < ours.size() ? ours.get(i) : "";
            String their = i < theirs.size() ? theirs.get(i) : "";
            int difference = breadth(their) - breadth(our);
            if (difference == 0 && breadth(our) == LITERAL && !our.equals(their)) {
                return NONE;
            }
            narrower |= difference > 0;
            wider |= difference < 0;
            if (our.equals("**") || their.equals("**")) {
                break;
            }
            if (our.isEmpty() || their.isEmpty()) {
                return NONE;
            }
        }
        if (narrower && wider) {
            return CROSSING;
        }
        return narrower ? NARROWER : wider ? WIDER : SAME;
    }

    private static int breadth(String segment) {
        if (segment.equals("**")) {
            return REST;
        }
        return segment.startsWith("{") ? NAMED : LITERAL;
    }
}
