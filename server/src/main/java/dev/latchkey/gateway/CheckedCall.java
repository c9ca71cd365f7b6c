package dev.latchkey.gateway;

import dev.latchkey.http.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The call that somebody else's gateway asks about: its method, and its path as it was sent. Said
 * twice it must be said alike; half of it, or one header more than once, is nothing.
 */
record CheckedCall(String method, String path) {
    private static final Map<String, String> PAIRS =
            Map.of("X-Original-Method", "X-Original-URI", "X-Forwarded-Method", "X-Forwarded-Uri");

    /** {@code inAddress} is what a gateway that repeats the call itself has made of it. */
    static Optional<CheckedCall> of(Headers headers, Optional<CheckedCall> inAddress) {
        var said = new ArrayList<Optional<CheckedCall>>();
        if (inAddress.isPresent()) {
            said.add(inAddress);
        }
        PAIRS.forEach((method, uri) -> {
            List<String> methods = headers.all(method);
            List<String> uris = headers.all(uri);
            if (!methods.isEmpty() || !uris.isEmpty()) {
                said.add(pair(methods, uris));
            }
        });
        return said.stream().distinct().count() == 1 ? said.getFirst() : Optional.empty();
    }

    private static Optional<CheckedCall> pair(List<String> methods, List<String> uris) {
        return methods.size() == 1 && uris.size() == 1
                ? Optional.of(new CheckedCall(methods.getFirst(), path(uris.getFirst())))
                : Optional.empty();
    }

    private static String path(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? uri : uri.substring(0, query);
    }
}
