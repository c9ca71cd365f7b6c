package dev.latchkey.gateway;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;

/** One call of the open interface: which scope it needs, and what answers it. */
public record OpenRoute(String method, String pattern, Scopes needs, Answer answer) {
    @FunctionalInterface
    public interface Answer {
        Response to(Request request, LiveToken caller);
    }
}
