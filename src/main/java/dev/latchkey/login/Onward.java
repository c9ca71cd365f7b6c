package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.model.Id;
import java.util.Optional;

/**
 * Where a sign-in leads: to the request for consent that waits for it, or home. Only an id leads
 * on, so there is no open redirect.
 */
final class Onward {
    static final String HOME = "/account/credentials";

    private Onward() {}

    static Optional<Id.Request> waiting(Request request) {
        return request.query()
                .value("request")
                .or(() -> request.form().value("request"))
                .flatMap(Id.REQUEST::parse);
    }

    static String next(Optional<Id.Request> waiting) {
        return waiting.map(id -> "/consent?request=" + id.value()).orElse(HOME);
    }

    /** A step on the way that comes back to the same request. */
    static String by(String path, Optional<Id.Request> waiting) {
        return path + waiting.map(id -> "?request=" + id.value()).orElse("");
    }
}
