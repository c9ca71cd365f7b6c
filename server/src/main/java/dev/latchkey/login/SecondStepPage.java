package dev.latchkey.login;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.AfterSignIn;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.page.Visitor;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.login.factor.PasskeyCheck;
import dev.latchkey.login.factor.PasskeyPurpose;
import dev.latchkey.model.Secret;
import dev.latchkey.model.person.SecondFactor;
import dev.latchkey.model.person.User;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks for a code or a passkey after a correct password and before the session. */
public final class SecondStepPage {
  static final String HERE = "/sign-in/code";

  private final SecondStep step;
  private final PasskeyCheck passkeys;
  private final Notice notice;
  private final AppOrigin appOrigin;
  private final Pages pages;

  /**
   * What the template shows. {@code hasApp}: whether the person can enter a code of an
   * authenticator app. {@code passkeyOptions}: with which the page asks for a passkey.
   */
  public record View(AfterSignIn target, boolean hasApp, Optional<String> passkeyOptions) {}

  public SecondStepPage(
      SecondStep step, PasskeyCheck passkeys, Notice notice, AppOrigin appOrigin, Pages pages) {
    this.step = step;
    this.passkeys = passkeys;
    this.notice = notice;
    this.appOrigin = appOrigin;
    this.pages = pages;
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open("GET", HERE, this::show), pageGuard.open("POST", HERE, this::enter));
  }

  private Response show(Request request, Visitor visitor) {
    Optional<Secret.PendingSignIn> pending = SignInCookies.pending(request);
    boolean isAwaited = pending.flatMap(key -> step.awaited(key, request.moment())).isPresent();
    return isAwaited
        ? form(request, visitor, 200, pages.of(visitor))
        : Response.redirect(302, signIn(request));
  }

  private Response enter(Request request, Visitor visitor) {
    Optional<Secret.PendingSignIn> pending = SignInCookies.pending(request);
    if (pending.isEmpty()) {
      return late(request);
    }
    return switch (outcome(request, visitor, pending.get())) {
      case SecondStep.Outcome.SignedIn in -> signedIn(request, visitor, in);
      case SecondStep.Outcome.Throttled(var wait) -> throttled(request, visitor, wait);
      case SecondStep.Outcome.Refused why ->
          switch (why) {
            case CODE_WRONG -> refuse(request, visitor, 401, "sign-in.code-wrong");
            case CODE_SPENT -> refuse(request, visitor, 401, "sign-in.code-spent");
            case PASSKEY_WRONG -> refuse(request, visitor, 401, "sign-in.passkey-wrong");
            case EXHAUSTED -> refuse(request, visitor, 429, "sign-in.code-exhausted");
            case OVER -> late(request);
          };
    };
  }

  private SecondStep.Outcome outcome(
      Request request, Visitor visitor, Secret.PendingSignIn pending) {
    SignInBrowser browser = SignInBrowser.of(request, visitor);
    if (request.form().value(PasskeyCheck.FIELD).isEmpty()) {
      String code = request.form().value("code").orElse("");
      return step.with(pending, code, browser, request.moment());
    }
    return switch (passkeys.of(request, PasskeyPurpose.secondStep(pending))) {
      case PasskeyCheck.Outcome.Proven(var proof) ->
          step.with(pending, proof, browser, request.moment());
      case PasskeyCheck.Outcome.Throttled(var wait) -> new SecondStep.Outcome.Throttled(wait);
      case PasskeyCheck.Outcome.Wrong _ -> SecondStep.Outcome.Refused.PASSKEY_WRONG;
    };
  }

  private Response signedIn(Request request, Visitor visitor, SecondStep.Outcome.SignedIn in) {
    if (in.byRecovery()) {
      Optional<User> user = step.user(in, request.moment());
      var used = Notice.Change.RECOVERY_CODE_USED;
      user.ifPresent(to -> notice.send(used, to, pages.of(visitor), request.moment()));
    }
    return Response.redirect(303, AfterSignIn.of(request).address())
        .with(SignInCookies.clearPending(request))
        .with(SignInCookies.session(in.key(), request));
  }

  private Response throttled(Request request, Visitor visitor, Duration wait) {
    long seconds = wait.toSeconds() + 1;
    Page page = pages.of(visitor).withProblem("sign-in.throttled", seconds);
    return form(request, visitor, 429, page).with("Retry-After", String.valueOf(seconds));
  }

  private static Response late(Request request) {
    String path = signIn(request);
    return Response.redirect(303, path + (path.contains("?") ? "&" : "?") + "late=yes")
        .with(SignInCookies.clearPending(request));
  }

  private static String signIn(Request request) {
    return AfterSignIn.of(request).through("/sign-in");
  }

  private Response refuse(Request request, Visitor visitor, int status, String message) {
    return form(request, visitor, status, pages.of(visitor).withProblem(message));
  }

  private Response form(Request request, Visitor visitor, int status, Page page) {
    String app = appOrigin.find(request, visitor).orElse("");
    View view = view(request);
    Page shown = view.passkeyOptions().isPresent() ? page.withScript(Page.PASSKEYS) : page;
    return shown.show(status, TEMPLATES.loginSignInCode(shown, view), app);
  }

  private View view(Request request) {
    AfterSignIn target = AfterSignIn.of(request);
    Optional<Secret.PendingSignIn> pending = SignInCookies.pending(request);
    Optional<SecondFactor> factor = pending.flatMap(key -> step.awaited(key, request.moment()));
    if (pending.isEmpty() || factor.isEmpty() || factor.get().passkeys().isEmpty()) {
      return new View(target, true, Optional.empty());
    }
    Optional<String> options =
        passkeys.ask(request, PasskeyPurpose.secondStep(pending.get()), factor.get().passkeys());
    return new View(target, factor.get().appSince().isPresent(), options);
  }
}
