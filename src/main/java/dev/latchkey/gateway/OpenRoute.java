package dev.latchkey.gateway;

import dev.latchkey.http.PathPattern;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;

/** One call of the open interface: which scope it needs, and what answers it. */
public record OpenRoute(String method, PathPattern pattern, Scopes needs, Answer answer) {
    public static OpenRoute get(String path, Scopes needs, Answer answer) {
        return new OpenRoute("GET", PathPattern.of(path), needs, answer);
    }

    @FunctionalInterface
    public interface Answer {
        Response to(Request request, LiveToken caller);
    }
}
