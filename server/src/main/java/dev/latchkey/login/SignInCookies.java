package dev.latchkey.login;

import dev.latchkey.console.page.PageGuard;
import dev.latchkey.edge.http.Cookies;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.Secret;
import java.util.Optional;

/** The cookies that a sign-in sets: that of a session, and that of a sign-in without its code. */
final class SignInCookies {
  /** The cookie of a pending sign-in. It gives access only to the page that asks for the code. */
  private static final String PENDING_COOKIE = "latchkey_pending";

  /** Makes a browser that signs out forget the pages that it has seen. */
  static final Header CLEAR_CACHE = new Header("Clear-Site-Data", "\"cache\"");

  private SignInCookies() {}

  static Header session(Secret.Session key, Request request) {
    return Cookies.set(PageGuard.SESSION_COOKIE, key.reveal(), request.isSecure());
  }

  static Header clearSession(Request request) {
    return Cookies.clear(PageGuard.SESSION_COOKIE, request.isSecure());
  }

  static Header pending(Secret.PendingSignIn key, Request request) {
    return Cookies.set(PENDING_COOKIE, key.reveal(), request.isSecure());
  }

  static Optional<Secret.PendingSignIn> pending(Request request) {
    return request
        .cookie(Cookies.name(PENDING_COOKIE, request.isSecure()))
        .flatMap(Secret.PENDING_SIGN_IN::parse);
  }

  static Header clearPending(Request request) {
    return Cookies.clear(PENDING_COOKIE, request.isSecure());
  }
}
