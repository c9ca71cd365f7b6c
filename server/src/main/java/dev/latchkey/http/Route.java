package dev.latchkey.http;

import java.util.Optional;
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
        Work work) {

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

    /** Who reads a refusal. */
    public enum Face {
        /** A program. */
        JSON,
        /** A person. */
        PAGE,
        /** Another gateway, which asks about a call that it has received. */
        VERDICT
    }

    /** Where an answer is worked out. A test fails if something waits on the event loop. */
    public sealed interface Work {
        /** May wait for the store or for another service: on a thread for each request. */
        record Waiting(Handler handler) implements Work {}

        /** Never waits: on the event loop. */
        record Immediate(Handler handler) implements Work {}

        /**
         * Memory is asked first, on the event loop. It never waits, and where it cannot answer it
         * is empty and has done nothing; then the handler is asked, which may wait.
         */
        record MemoryFirst(FromMemory memory, Handler handler) implements Work {}
    }

    @FunctionalInterface
    public interface Handler {
        Response answer(Request request);
    }

    @FunctionalInterface
    public interface FromMemory {
        Optional<Response> answer(Request request);
    }

    public static Route json(
            String method, String pattern, Access access, Handler handler, Body.Kind... bodies) {
        return new Route(
                method,
                PathPattern.of(pattern),
                access,
                Set.of(bodies),
                Face.JSON,
                new Work.Waiting(handler));
    }

    /** What a gateway asks may come with any method, and with a body that nobody meant to send. */
    public static Route verdict(String pattern, Access access, Handler handler) {
        return new Route(
                "*",
                PathPattern.of(pattern),
                access,
                Set.of(),
                Face.VERDICT,
                new Work.Waiting(handler));
    }

    public static Route page(String method, String pattern, Access access, Handler handler) {
        Set<Body.Kind> bodies = method.equals("POST") ? Set.of(Body.Kind.FORM) : Set.of();
        return new Route(
                method,
                PathPattern.of(pattern),
                access,
                bodies,
                Face.PAGE,
                new Work.Waiting(handler));
    }

    /** The same, with a handler that never waits. */
    public Route immediate() {
        return with(new Work.Immediate(handler()));
    }

    /** The same, with memory asked before the handler. */
    public Route memoryFirst(FromMemory memory) {
        return with(new Work.MemoryFirst(memory, handler()));
    }

    private Route with(Work other) {
        return new Route(method, pattern, access, bodies, face, other);
    }

    private Handler handler() {
        return switch (work) {
            case Work.Waiting waiting -> waiting.handler();
            case Work.Immediate immediate -> immediate.handler();
            case Work.MemoryFirst first -> first.handler();
        };
    }
}
