package dev.latchkey.faults.history.run;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A pair of tokens that was issued to an app, and the pairs that the app received in exchange for
 * it.
 */
record HeldPair(
        String name, String access, String refresh, HeldApp app, Map<String, HeldPair> successors) {

    static HeldPair of(String name, HeldApp app, String body) {
        return new HeldPair(
                name,
                Texts.json(body, "access_token"),
                Texts.json(body, "refresh_token"),
                app,
                new ConcurrentHashMap<>());
    }

    /** An answer that is the same byte for byte is the same pair. */
    HeldPair successor(String body, Supplier<String> name) {
        return successors.computeIfAbsent(body, first -> of(name.get(), app, body));
    }

    @Override
    public String toString() {
        return name;
    }
}
