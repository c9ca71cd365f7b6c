package dev.latchkey.http.netty;

import dev.latchkey.http.Headers;
import java.util.List;

/** Of a request that could not be read. */
enum NoHeaders implements Headers {
    NONE;

    @Override
    public List<String> names() {
        return List.of();
    }

    @Override
    public List<String> all(String name) {
        return List.of();
    }
}
