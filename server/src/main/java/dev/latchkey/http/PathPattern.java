package dev.latchkey.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The paths a route is for, split once: matching runs for every route on every request. A segment
 * {@code {name}} stands for one segment that is not empty, a last {@code **} for the rest.
 */
public final class PathPattern {
    private final String text;
    private final List<String> segments;
    private final boolean isLiteral;

    /** Whether it is for all that stands below its beginning, and names nothing. */
    private final boolean isRest;

    /** What every path it is for begins with: most are told apart by that. */
    private final String beginning;

    private PathPattern(String text) {
        this.text = text;
        this.segments = List.of(text.split("/", -1));
        this.beginning =
                segments.stream()
                        .takeWhile(segment -> !isOpen(segment))
                        .collect(Collectors.joining("/"));
        this.isLiteral = segments.stream().noneMatch(PathPattern::isOpen);
        this.isRest =
                segments.getLast().equals("**")
                        && segments.stream().filter(PathPattern::isOpen).count() == 1;
    }

    public static PathPattern of(String text) {
        return new PathPattern(text);
    }

    private static boolean isOpen(String segment) {
        return segment.equals("**") || segment.startsWith("{");
    }

    /** Whether it is for one path alone. */
    boolean isLiteral() {
        return isLiteral;
    }

    /** What stands between the slashes, as written. */
    public List<String> segments() {
        return segments.subList(1, segments.size());
    }

    public boolean matches(String path) {
        return isLiteral ? text.equals(path) : match(path).isPresent();
    }

    /** The named segments of a path that this pattern stands for. */
    public Optional<Map<String, String>> match(String path) {
        if (isLiteral) {
            return text.equals(path) ? Optional.of(Map.of()) : Optional.empty();
        }
        if (!path.startsWith(beginning)) {
            return Optional.empty();
        }
        if (isRest) {
            return isBelow(path) ? Optional.of(Map.of()) : Optional.empty();
        }
        String[] sent = path.split("/", -1);
        var named = new HashMap<String, String>();
        for (int i = 0; i < segments.size(); i++) {
            String wanted = segments.get(i);
            if (wanted.equals("**")) {
                return Optional.of(named);
            }
            if (i >= sent.length) {
                return Optional.empty();
            }
            if (wanted.startsWith("{")) {
                if (sent[i].isEmpty()) {
                    return Optional.empty();
                }
                named.put(wanted.substring(1, wanted.length() - 1), sent[i]);
            } else if (!wanted.equals(sent[i])) {
                return Optional.empty();
            }
        }
        return segments.size() == sent.length ? Optional.of(named) : Optional.empty();
    }

    private boolean isBelow(String path) {
        return path.length() == beginning.length() || path.charAt(beginning.length()) == '/';
    }

    @Override
    public String toString() {
        return text;
    }
}
