package dev.latchkey.login;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.AfterSignIn;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.page.Visitor;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.login.factor.PasskeyCheck;
import dev.latchkey.login.factor.PasskeyPurpose;
import dev.latchkey.storage.people.Sessions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Sign-in and sign-out (contract 4.1: "if the user is not logged in, login is required"). */
public record SignInPage(
    SignIn signIn,
    PasskeyCheck passkeys,
    Sessions sessions,
    SignInOptions options,
    AppOrigin appOrigin,
    Pages pages) {
  /** What the template shows. {@code passkeyOptions}: with which the page asks for a passkey. */
  public record View(
      String email, AfterSignIn target, SignInOptions options, Optional<String> passkeyOptions) {
    public boolean isForApp() {
      return target instanceof AfterSignIn.Consent;
    }
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open("GET", "/sign-in", this::show),
        pageGuard.open("POST", "/sign-in", this::signIn),
        pageGuard.open("POST", "/sign-in/passkey", this::signInByPasskey),
        pageGuard.signedIn(Effect.CHANGE, "/sign-out", this::signOut));
  }

  private Response show(Request request, Visitor visitor) {
    Page page = pages.of(visitor);
    if (request.query().value("password").isPresent()) {
      return form(request, visitor, 200, page.withNotice("password-link.chosen"));
    }
    if (request.query().value("setup").isPresent()) {
      return form(request, visitor, 200, page.withNotice("setup.done"));
    }
    if (request.query().value("late").isPresent()) {
      return form(request, visitor, 200, page.withProblem("sign-in.code-late"));
    }
    Page shown = options.isEmpty().getAsBoolean() ? page.withNotice("sign-in.nobody") : page;
    return form(request, visitor, 200, shown);
  }

  private Response signIn(Request request, Visitor visitor) {
    String email = request.form().value("email").orElse("");
    String password = request.form().value("password").orElse("");
    SignInBrowser browser = SignInBrowser.of(request, visitor);
    return switch (signIn.with(email, password, browser, request.moment())) {
      case SignIn.Outcome.SignedIn(var key) ->
          Response.redirect(303, AfterSignIn.of(request).address())
              .with(SignInCookies.session(key, request));
      case SignIn.Outcome.AwaitsCode(var key) ->
          Response.redirect(303, secondStep(request)).with(SignInCookies.pending(key, request));
      case SignIn.Outcome.Throttled(var wait) -> throttled(request, visitor, wait);
      case SignIn.Outcome.Refused why ->
          switch (why) {
            case ACCOUNT_UNKNOWN, PASSWORD_WRONG -> refuse(request, visitor, 401, "sign-in.wrong");
            case USER_DISABLED -> refuse(request, visitor, 403, "sign-in.disabled");
          };
    };
  }

  private Response signInByPasskey(Request request, Visitor visitor) {
    SignInBrowser browser = SignInBrowser.of(request, visitor);
    return switch (passkeys.of(request, PasskeyPurpose.signIn(visitor.browser()))) {
      case PasskeyCheck.Outcome.Proven(var proof) ->
          signIn
              .with(proof, browser, request.moment())
              .map(key ->
                  Response.redirect(303, AfterSignIn.of(request).address())
                      .with(SignInCookies.session(key, request)))
              .orElseGet(() -> passkeyWrong(request, visitor));
      case PasskeyCheck.Outcome.Throttled(var wait) -> throttled(request, visitor, wait);
      case PasskeyCheck.Outcome.Wrong _ -> passkeyWrong(request, visitor);
    };
  }

  private Response passkeyWrong(Request request, Visitor visitor) {
    return refuse(request, visitor, 401, "sign-in.passkey-wrong");
  }

  private static String secondStep(Request request) {
    return AfterSignIn.of(request).through(SecondStepPage.HERE);
  }

  private Response throttled(Request request, Visitor visitor, Duration wait) {
    long seconds = wait.toSeconds() + 1;
    Page page = pages.of(visitor).withProblem("sign-in.throttled", seconds);
    return form(request, visitor, 429, page).with("Retry-After", String.valueOf(seconds));
  }

  /**
   * Signs out. A waiting authorization request is kept, so that another person can sign in and
   * decide about it.
   */
  private Response signOut(PageRequest request) {
    sessions.end(request.key(), request.user().id(), request.moment());
    String next = AfterSignIn.of(request.request()).through("/sign-in");
    return request
        .seeOther(next)
        .with(SignInCookies.clearSession(request.request()))
        .with(SignInCookies.CLEAR_CACHE);
  }

  private Response refuse(Request request, Visitor visitor, int status, String message) {
    return form(request, visitor, status, pages.of(visitor).withProblem(message));
  }

  private Response form(Request request, Visitor visitor, int status, Page page) {
    String app = appOrigin.find(request, visitor).orElse("");
    String origins = (app + " " + options.roundTrip().origins()).strip();
    Optional<String> passkeyOptions =
        passkeys.ask(request, PasskeyPurpose.signIn(visitor.browser()), List.of());
    View view =
        new View(
            request.form().value("email").orElse(""),
            AfterSignIn.of(request),
            options,
            passkeyOptions);
    Page shown = passkeyOptions.isPresent() ? page.withScript(Page.PASSKEYS) : page;
    return shown.show(status, TEMPLATES.loginSignIn(shown, view), origins);
  }
}
