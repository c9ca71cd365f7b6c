package dev.latchkey.login;

import dev.latchkey.http.Cookies;
import dev.latchkey.http.Header;
import dev.latchkey.http.Request;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.model.Secret;
import dev.latchkey.page.PageGuard;
import java.util.Optional;

/**
 * Where a sign-in leads, to the request for consent that waits for it or home, and the cookies that
 * it sets. Only a sealed request leads on, and to our own page, so there is no open redirect.
 */
final class AfterSignIn {
    static final String HOME = "/account/credentials";

    /** Opens nothing but the page that asks for the code. */
    static final String PENDING_COOKIE = "latchkey_half";

    private AfterSignIn() {}

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

    static Header session(Secret.Session key, Request request) {
        return Cookies.set(PageGuard.SESSION_COOKIE, key.reveal(), request.isSecure());
    }

    /** Of a sign-in that waits for a code. */
    static Header pending(Secret.HalfSignIn key, Request request) {
        return Cookies.set(PENDING_COOKIE, key.reveal(), request.isSecure());
    }
}
