package dev.latchkey.login;

import dev.latchkey.http.Cookies;
import dev.latchkey.http.Header;
import dev.latchkey.http.Request;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.model.Secret;
import dev.latchkey.page.PageGuard;
import java.util.Optional;

/**
 * The page to which a sign-in leads, and the cookies that it sets. A sign-in leads to the consent
 * page if an authorization request waits for it, and otherwise to the home page. Only a sealed
 * request is accepted, and it leads to a page of Latchkey, so there is no open redirect.
 */
final class AfterSignIn {
    static final String HOME = "/account/credentials";

    /** The cookie of a pending sign-in. It gives access only to the page that asks for the code. */
    static final String PENDING_COOKIE = "latchkey_pending";

    private AfterSignIn() {}

    static Optional<SealedRequest> waitingRequest(Request request) {
        return request.query()
                .value("request")
                .or(() -> request.form().value("request"))
                .flatMap(SealedRequest::parse);
    }

    static String next(Optional<SealedRequest> waitingRequest) {
        return waitingRequest.map(sealed -> "/consent?request=" + sealed.text()).orElse(HOME);
    }

    /** The address of a step of the sign-in, which then continues with the same request. */
    static String stepTo(String path, Optional<SealedRequest> waitingRequest) {
        return path + waitingRequest.map(sealed -> "?request=" + sealed.text()).orElse("");
    }

    static Header session(Secret.Session key, Request request) {
        return Cookies.set(PageGuard.SESSION_COOKIE, key.reveal(), request.isSecure());
    }

    /** The cookie of a sign-in that waits for a code. */
    static Header pending(Secret.PendingSignIn key, Request request) {
        return Cookies.set(PENDING_COOKIE, key.reveal(), request.isSecure());
    }
}
