package dev.latchkey.login;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.login.factor.AddAuthenticatorApp;
import dev.latchkey.login.factor.AuthenticatorKey;
import dev.latchkey.login.factor.CodeCheck;
import dev.latchkey.login.factor.Enrolment;
import dev.latchkey.login.factor.PasskeyCheck;
import dev.latchkey.login.factor.PasskeyPurpose;
import dev.latchkey.login.factor.PendingKey;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.FactorProof;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.storage.people.SecondFactors;
import java.util.List;
import java.util.Optional;

/** Adds and removes a person's authenticator app, and creates new recovery codes. */
public record SecondFactorPage(
    SecurityDetail detail,
    Enrolment enrolment,
    AddAuthenticatorApp addApp,
    SecondFactors factors,
    CodeCheck check,
    PasskeyCheck passkeys,
    Notice notice) {
  private static final String HERE = SecurityPage.HERE + "/factor";

  /**
   * A request with a correct code or a signature of a passkey, after the password was checked if it
   * was required.
   */
  private record ProvenRequest(
      PageRequest request, SecondFactors.Attempt.Known known, FactorProof proof) {}

  @FunctionalInterface
  private interface ProvenHandler {
    Response answer(ProvenRequest at);
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.SENSITIVE, HERE + "/new", this::offer),
        pageGuard.signedIn(Effect.SENSITIVE, HERE + "/confirm", this::confirm),
        pageGuard.signedIn(Effect.SENSITIVE, HERE + "/codes", withProof(this::renew)),
        pageGuard.signedIn(Effect.SENSITIVE, HERE + "/remove", withProof(this::remove)));
  }

  private Response offer(PageRequest request) {
    if (factors.of(request.user().id()).appSince().isPresent()) {
      return refuse(request, 409, "factor", "flaw.factor-there");
    }
    Optional<FormErrors> passwordErrors = request.passwordErrors("factor.password");
    if (passwordErrors.isPresent()) {
      return detail.refuse(request, passwordErrors.get());
    }
    return show(request.page(), enrolment.offer(request), FormErrors.NONE);
  }

  private Response confirm(PageRequest request) {
    Optional<AuthenticatorKey> key =
        enrolment.opened(request, request.form().value("offer").orElse(""));
    String code = request.form().value("code").orElse("");
    Optional<FormErrors> passwordErrors = request.passwordErrors(Reauthentication.FIELD);
    if (key.isEmpty()) {
      return refuse(request, 409, "factor", "flaw.factor-offer");
    }
    if (passwordErrors.isPresent()) {
      return showAgain(request, key.get(), passwordErrors.get());
    }
    return switch (addApp.by(request.actor(), request.key(), key.get(), code)) {
      case AddAuthenticatorApp.Outcome.Added(var codes) -> {
        notice.send(Notice.Change.FACTOR_ADDED, request);
        yield recoveryCodes(request, codes, "factor.added");
      }
      case AddAuthenticatorApp.Outcome.Refused.CODE_WRONG ->
          showAgain(request, key.get(), FormErrors.of(403, "code", "flaw.code"));
      case AddAuthenticatorApp.Outcome.Refused.THERE_ALREADY ->
          refuse(request, 409, "factor", "flaw.factor-there");
    };
  }

  private Response showAgain(PageRequest request, AuthenticatorKey key, FormErrors errors) {
    Page page = request.page().withProblem("security.flawed");
    return show(page, enrolment.offer(key, request), errors);
  }

  private Response renew(ProvenRequest at) {
    PageRequest request = at.request();
    List<RecoveryCode> codes = RecoveryCode.drawAll(addApp.random());
    if (!factors.renewCodes(at.known(), at.proof(), codes, request.moment())) {
      return spent(request);
    }
    notice.send(Notice.Change.RECOVERY_CODES_RENEWED, request);
    return recoveryCodes(request, codes, "factor.renewed");
  }

  private Response remove(ProvenRequest at) {
    PageRequest request = at.request();
    if (!factors.remove(at.known(), at.proof(), request.key(), request.moment())) {
      return spent(request);
    }
    notice.send(Notice.Change.FACTOR_REMOVED, request);
    return request.seeOther(SecurityPage.HERE + "?done=factor");
  }

  /** Allows the handler only for a person who has a passkey, the app or a recovery code. */
  private PageGuard.PageHandler withProof(ProvenHandler handler) {
    return request ->
        request.form().value(PasskeyCheck.FIELD).isPresent()
            ? proveByPasskey(request, handler)
            : proveByCode(request, handler);
  }

  private Response proveByPasskey(PageRequest request, ProvenHandler handler) {
    Optional<FormErrors> passwordErrors = request.passwordErrors("factor.password");
    if (passwordErrors.isPresent()) {
      return detail.refuse(request, passwordErrors.get());
    }
    return switch (passkeys.of(request.request(), PasskeyPurpose.change(request.sentWith()))) {
      case PasskeyCheck.Outcome.Proven(var proof) -> prove(request, proof, handler);
      case PasskeyCheck.Outcome.Throttled(var wait) ->
          refuse(request, 429, "factor", "flaw.password-throttled").with(Header.retryAfter(wait));
      case PasskeyCheck.Outcome.Wrong _ -> refuse(request, 403, "factor", "flaw.passkey");
    };
  }

  private Response prove(PageRequest request, FactorProof.ByPasskey proof, ProvenHandler handler) {
    Id.User user = request.user().id();
    if (!proof.key().user().equals(user)) {
      return refuse(request, 403, "factor", "flaw.passkey");
    }
    var known = new SecondFactors.Attempt.Known(user, Optional.empty());
    return handler.answer(new ProvenRequest(request, known, proof));
  }

  private Response proveByCode(PageRequest request, ProvenHandler handler) {
    Optional<EnteredCode> entered = EnteredCode.parse(request.form().value("code").orElse(""));
    if (entered.isEmpty()) {
      return refuse(request, 403, "code", "flaw.code");
    }
    Optional<FormErrors> passwordErrors = request.passwordErrors("factor.password");
    if (passwordErrors.isPresent()) {
      return detail.refuse(request, passwordErrors.get());
    }
    var now = request.moment();
    var attempt = factors.attempt(request.user().id(), entered.get(), now);
    return switch (check.of(attempt, entered.get(), now)) {
      case CodeCheck.Outcome.Right(var known, var proof) ->
          handler.answer(new ProvenRequest(request, known, proof));
      case CodeCheck.Outcome.Throttled(var wait) ->
          refuse(request, 429, "code", "flaw.password-throttled").with(Header.retryAfter(wait));
      case CodeCheck.Outcome.Refused why ->
          switch (why) {
            case WRONG -> refuse(request, 403, "code", "flaw.code");
            case EXHAUSTED -> refuse(request, 429, "code", "flaw.code-exhausted");
            case NOT_ASKED -> refuse(request, 409, "factor", "flaw.factor-gone");
          };
    };
  }

  private Response spent(PageRequest request) {
    return refuse(request, 403, "code", "flaw.code-spent");
  }

  private Response refuse(PageRequest request, int status, String field, String message) {
    return detail.refuse(request, FormErrors.of(status, field, message));
  }

  private static Response show(Page page, PendingKey key, FormErrors errors) {
    Page withScript = page;
    return withScript.show(errors.status(), TEMPLATES.loginNewFactor(withScript, key, errors));
  }

  /** The only response that ever shows the recovery codes. */
  static Response recoveryCodes(PageRequest request, List<RecoveryCode> codes, String done) {
    Page page = request.page().withNotice(done);
    return page.show(200, TEMPLATES.loginRecoveryCodes(page, codes));
  }
}
