package dev.latchkey.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One method on one path: who may call it, what body it takes, how its refusals look, and what
 * answers. A pattern segment {@code {name}} stands for one segment, a last {@code **} for the rest.
 */
public record Route(
        String method,
        String pattern,
        Access access,
        Set<Body.Kind> bodies,
        Face face,
        Handler handler) {

    /**
     * Who may call a route. A test walks all of them: everything but OPEN must refuse a stranger.
     */
    public enum Access {
        OPEN,
        /** A credential proves itself, with its secret or with a code or refresh token. */
        CLIENT,
        BEARER,
        SIGNED_IN
    }

    /** Whether the caller is a program or a person. */
    public enum Face {
        JSON,
        PAGE
    }

    @FunctionalInterface
    public interface Handler {
        Response answer(Request request);
    }

    public static Route json(
            String method, String pattern, Access access, Handler handler, Body.Kind... bodies) {
        return new Route(method, pattern, access, Set.of(bodies), Face.JSON, handler);
    }

    public static Route page(String method, String pattern, Access access, Handler handler) {
        Set<Body.Kind> bodies = method.equals("POST") ? Set.of(Body.Kind.FORM) : Set.of();
        return new Route(method, pattern, access, bodies, Face.PAGE, handler);
    }

    Optional<Map<String, String>> match(String path) {
        return match(pattern, path);
    }

    /** The named segments of a path that a pattern stands for. */
    public static Optional<Map<String, String>> match(String pattern, String path) {
        List<String> wanted = List.of(pattern.split("/", -1));
        List<String> sent = List.of(path.split("/", -1));
        var segments = new HashMap<String, String>();
        for (int i = 0; i < wanted.size(); i++) {
            String want = wanted.get(i);
            if (want.equals("**")) {
                return Optional.of(segments);
            }
            if (i >= sent.size()) {
                return Optional.empty();
            }
            if (want.startsWith("{")) {
                if (sent.get(i).isEmpty()) {
                    return Optional.empty();
                }
                segments.put(want.substring(1, want.length() - 1), sent.get(i));
            } else if (!want.equals(sent.get(i))) {
                return Optional.empty();
            }
        }
        return wanted.size() == sent.size() ? Optional.of(segments) : Optional.empty();
    }
}
