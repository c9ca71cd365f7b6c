package dev.latchkey.http;

import dev.latchkey.model.LookupSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where a call must bring a token before its handler is reached. What the token is worth is for the
 * handler to find out: at introspection that is the answer itself.
 */
public record BearerGuard(Handler handler, WithoutToken withoutToken) {
    /** Empty, and without any effect, if memory was asked and cannot tell. */
    @FunctionalInterface
    public interface Handler {
        Optional<Response> answer(Request request, BearerHeader.Presented token, LookupSource from);
    }

    /** A call without a token can only be refused; empty as for the handler. */
    @FunctionalInterface
    public interface WithoutToken {
        Optional<Refusal> refuse(Request request, LookupSource from);
    }

    /** Memory is asked first, here and below. */
    public Route json(String method, String pattern) {
        return Route.ofProgram(
                        Access.General.BEARER,
                        method,
                        pattern,
                        request -> answer(request, LookupSource.STORE, Refusal::json).orElseThrow())
                .memoryFirst(request -> answer(request, LookupSource.MEMORY, Refusal::json));
    }

    public Route verdict(String pattern) {
        return Route.verdict(
                        pattern,
                        request ->
                                answer(request, LookupSource.STORE, Refusal::verdict).orElseThrow())
                .memoryFirst(request -> answer(request, LookupSource.MEMORY, Refusal::verdict));
    }

    private Optional<Response> answer(
            Request request, LookupSource from, Function<Refusal, Response> inWords) {
        return switch (BearerHeader.of(request)) {
            case BearerHeader.Missing missing -> withoutToken.refuse(request, from).map(inWords);
            case BearerHeader.Presented token -> handler.answer(request, token, from);
        };
    }
}
