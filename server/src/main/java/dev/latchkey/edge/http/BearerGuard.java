package dev.latchkey.edge.http;

import dev.latchkey.model.token.LookupSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes sure that a call presents a token before its handler runs. The handler finds out whether
 * the token is valid; for introspection that is the answer itself.
 */
public record BearerGuard(Handler handler, WithoutToken withoutToken) {
  /** Returns empty, without any effect, if only memory was asked and cannot decide. */
  @FunctionalInterface
  public interface Handler {
    Optional<Response> answer(Request request, BearerHeader.Presented token, LookupSource from);
  }

  /** Refuses a call without a token. Returns empty in the same case as the handler. */
  @FunctionalInterface
  public interface WithoutToken {
    Optional<Refusal> refuse(Request request, LookupSource from);
  }

  /** A route that answers in JSON. Here and in {@link #verdict}, memory is asked first. */
  public Route json(String method, String pattern) {
    return Route.ofProgram(
            Access.General.BEARER,
            method,
            pattern,
            request -> answer(request, LookupSource.STORE, Refusal::json).orElseThrow())
        .memoryFirst(request -> answer(request, LookupSource.MEMORY, Refusal::json));
  }

  /** A route that answers in JSON, whose handler always needs the store. */
  public Route waiting(String method, String pattern, Body.Kind... bodies) {
    return Route.ofProgram(
        Access.General.BEARER,
        method,
        pattern,
        request -> answer(request, LookupSource.STORE, Refusal::json).orElseThrow(),
        bodies);
  }

  /** A route at which another gateway asks about a call that it has received. */
  public Route verdict(String pattern) {
    return Route.verdict(
            pattern, request -> answer(request, LookupSource.STORE, Refusal::verdict).orElseThrow())
        .memoryFirst(request -> answer(request, LookupSource.MEMORY, Refusal::verdict));
  }

  private Optional<Response> answer(
      Request request, LookupSource from, Function<Refusal, Response> asResponse) {
    return switch (BearerHeader.of(request)) {
      case BearerHeader.Missing _ -> withoutToken.refuse(request, from).map(asResponse);
      case BearerHeader.Presented token -> handler.answer(request, token, from);
    };
  }
}
