package dev.latchkey.http;

import java.util.Set;

/**
 * One method on one path: who may call it, what body it takes, how its refusals look, and what
 * answers.
 */
public record Route(
        String method,
        PathPattern pattern,
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
        return new Route(
                method, PathPattern.of(pattern), access, Set.of(bodies), Face.JSON, handler);
    }

    public static Route page(String method, String pattern, Access access, Handler handler) {
        Set<Body.Kind> bodies = method.equals("POST") ? Set.of(Body.Kind.FORM) : Set.of();
        return new Route(method, PathPattern.of(pattern), access, bodies, Face.PAGE, handler);
    }
}
