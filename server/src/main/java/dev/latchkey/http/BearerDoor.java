package dev.latchkey.http;

import dev.latchkey.model.Source;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where a call must bring a token before its handler is reached. What the token is worth is for the
 * handler to find out: at introspection that is the answer itself.
 */
public record BearerDoor(Handler handler, WithoutToken withoutToken) {
    /** Empty, and without any effect, if memory was asked and cannot tell. */
    @FunctionalInterface
    public interface Handler {
        Optional<Response> answer(Request request, BearerHeader.Presented token, Source from);
    }

    /** A call without a token can only be refused; empty as for the handler. */
    @FunctionalInterface
    public interface WithoutToken {
        Optional<Refusal> refuse(Request request, Source from);
    }

    /** Memory is asked first, here and below. */
    public Route json(String method, String pattern) {
        return Route.ofProgram(
                        Access.General.BEARER,
                        method,
                        pattern,
                        request -> answer(request, Source.STORE, Refusal::json).orElseThrow())
                .memoryFirst(request -> answer(request, Source.MEMORY, Refusal::json));
    }

    public Route verdict(String pattern) {
        return Route.verdict(
                        pattern,
                        request -> answer(request, Source.STORE, Refusal::verdict).orElseThrow())
                .memoryFirst(request -> answer(request, Source.MEMORY, Refusal::verdict));
    }

    private Optional<Response> answer(
            Request request, Source from, Function<Refusal, Response> inWords) {
        return switch (BearerHeader.of(request)) {
            case BearerHeader.Missing missing -> withoutToken.refuse(request, from).map(inWords);
            case BearerHeader.Presented token -> handler.answer(request, token, from);
        };
    }
}
