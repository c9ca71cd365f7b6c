package dev.latchkey.edge.http;

import java.util.function.Function;

/**
 * Enforces the access of a page's route, and what its effect requires. The handler runs only if the
 * guard lets the request pass, and it receives what the guard has found.
 */
public record Guard<P>(Access access, Effect effect, Rule<P> rule) {
  @FunctionalInterface
  public interface Rule<P> {
    Response answer(Request request, Function<P, Response> handler);
  }
}
