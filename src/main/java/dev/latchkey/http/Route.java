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

    /** Who hears a refusal. */
    public enum Face {
        /** A program. */
        JSON,
        /** A person. */
        PAGE,
        /** Somebody else's gateway, which asks about a call that it has received. */
        VERDICT
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

    /** What a gateway asks may come with any method, and with a body that nobody meant to send. */
    public static Route verdict(String pattern, Access access, Handler handler) {
        return new Route("*", PathPattern.of(pattern), access, Set.of(), Face.VERDICT, handler);
    }

    public static Route page(String method, String pattern, Access access, Handler handler) {
        Set<Body.Kind> bodies = method.equals("POST") ? Set.of(Body.Kind.FORM) : Set.of();
        return new Route(method, PathPattern.of(pattern), access, bodies, Face.PAGE, handler);
    }
}
