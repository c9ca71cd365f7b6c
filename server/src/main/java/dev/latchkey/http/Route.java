package dev.latchkey.http;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One method on one path: who may call it, what body it takes, how its refusals look, and what
 * answers. One that is not open is made by what enforces its access, so that neither comes without
 * the other: {@link ClientGuard}, {@link BearerGuard}, and for pages a {@link Guard}.
 */
public final class Route {
    private final Access access;
    private final String method;
    private final PathPattern pattern;
    private final Set<Body.Kind> bodies;
    private final Face face;
    private final Work work;

    private Route(
            Access access,
            String method,
            PathPattern pattern,
            Set<Body.Kind> bodies,
            Face face,
            Work work) {
        this.access = access;
        this.method = method;
        this.pattern = pattern;
        this.bodies = bodies;
        this.face = face;
        this.work = work;
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

    /** For any program. */
    public static Route open(String method, String pattern, Handler handler, Body.Kind... bodies) {
        return ofProgram(Access.General.OPEN, method, pattern, handler, bodies);
    }

    /** For any person. */
    public static Route openPage(String method, String pattern, Handler handler) {
        return page(method, pattern, Access.General.OPEN, handler);
    }

    /** For whom the guard lets in. */
    public static <P> Route page(
            String method, String pattern, Guard<P> guard, Function<P, Response> handler) {
        return page(
                method, pattern, guard.access(), request -> guard.rule().answer(request, handler));
    }

    private static Route page(String method, String pattern, Access access, Handler handler) {
        Set<Body.Kind> bodies = method.equals("POST") ? Set.of(Body.Kind.FORM) : Set.of();
        return new Route(
                access,
                method,
                PathPattern.of(pattern),
                bodies,
                Face.PAGE,
                new Work.Waiting(handler));
    }

    /** The handler enforces the access. */
    static Route ofProgram(
            Access.General access,
            String method,
            String pattern,
            Handler handler,
            Body.Kind... bodies) {
        return new Route(
                access,
                method,
                PathPattern.of(pattern),
                Set.of(bodies),
                Face.JSON,
                new Work.Waiting(handler));
    }

    /** What a gateway asks may come with any method, and with a body that nobody meant to send. */
    static Route verdict(String pattern, Handler handler) {
        return new Route(
                Access.General.BEARER,
                "*",
                PathPattern.of(pattern),
                Set.of(),
                Face.VERDICT,
                new Work.Waiting(handler));
    }

    /** The same, with a handler that never waits. */
    public Route immediate() {
        return with(new Work.Immediate(handler()));
    }

    /** The same, with memory asked before the handler. It enforces the access too. */
    Route memoryFirst(FromMemory memory) {
        return with(new Work.MemoryFirst(memory, handler()));
    }

    private Route with(Work other) {
        return new Route(access, method, pattern, bodies, face, other);
    }

    private Handler handler() {
        return switch (work) {
            case Work.Waiting waiting -> waiting.handler();
            case Work.Immediate immediate -> immediate.handler();
            case Work.MemoryFirst first -> first.handler();
        };
    }

    public Access access() {
        return access;
    }

    public String method() {
        return method;
    }

    public PathPattern pattern() {
        return pattern;
    }

    public Set<Body.Kind> bodies() {
        return bodies;
    }

    public Face face() {
        return face;
    }

    public Work work() {
        return work;
    }

    @Override
    public String toString() {
        return method + " " + pattern;
    }
}
