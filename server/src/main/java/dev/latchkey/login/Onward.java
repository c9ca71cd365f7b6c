package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.model.SealedRequest;
import java.util.Optional;

/**
 * Where a sign-in leads: to the request for consent that waits for it, or home. Only a sealed
 * request leads on, and to our own page, so there is no open redirect.
 */
final class Onward {
    static final String HOME = "/account/credentials";

    private Onward() {}

    static Optional<SealedRequest> waiting(Request request) {
        return request.query()
                .value("request")
                .or(() -> request.form().value("request"))
                .flatMap(SealedRequest::parse);
    }

    static String next(Optional<SealedRequest> waiting) {
        return waiting.map(sealed -> "/consent?request=" + sealed.text()).orElse(HOME);
    }

    /** A step on the way that comes back to the same request. */
    static String by(String path, Optional<SealedRequest> waiting) {
        return path + waiting.map(sealed -> "?request=" + sealed.text()).orElse("");
    }
}
