package dev.latchkey.http;

import java.util.function.Function;

/**
 * Enforces the access of a route of pages: its handler gets what the guard has found, or never
 * runs.
 */
public record Guard<P>(Access access, Rule<P> rule) {
    @FunctionalInterface
    public interface Rule<P> {
        Response answer(Request request, Function<P, Response> handler);
    }
}
