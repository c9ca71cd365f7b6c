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
import dev.latchkey.login.factor.Enrolment;
import dev.latchkey.login.factor.FactorActs;
import dev.latchkey.login.factor.FactorProofCheck;
import dev.latchkey.login.factor.PasskeyAnswer;
import dev.latchkey.login.factor.PasskeyCheck;
import dev.latchkey.login.factor.PasskeyPurpose;
import dev.latchkey.login.factor.PendingKey;
import dev.latchkey.login.factor.RemoveAuthenticatorApp;
import dev.latchkey.login.factor.RenewRecoveryCodes;
import dev.latchkey.model.person.EnteredCode;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.storage.people.SecondFactors;
import java.util.List;
import java.util.Optional;

/** Adds and removes a person's authenticator app, and creates new recovery codes. */
public record SecondFactorPage(
    SecurityDetail detail,
    Enrolment enrolment,
    FactorActs acts,
    SecondFactors factors,
    Notice notice) {
  private static final String HERE = SecurityPage.HERE + "/factor";

  @FunctionalInterface
  private interface ProofHandler {
    Response answer(PageRequest request, FactorProofCheck.Offered proof);
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
    return switch (acts.addApp()
        .by(notice.by(Notice.Change.FACTOR_ADDED, request), request.key(), key.get(), code)) {
      case AddAuthenticatorApp.Outcome.Added(var codes) ->
          recoveryCodes(request, codes, "factor.added");
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

  private Response renew(PageRequest request, FactorProofCheck.Offered proof) {
    return switch (acts.renewCodes()
        .by(notice.by(Notice.Change.RECOVERY_CODES_RENEWED, request), proof)) {
      case RenewRecoveryCodes.Renewed(var codes) -> recoveryCodes(request, codes, "factor.renewed");
      case FactorProofCheck.Unproven why -> unproven(request, proof, why);
    };
  }

  private Response remove(PageRequest request, FactorProofCheck.Offered proof) {
    return switch (acts.removeApp()
        .by(notice.by(Notice.Change.FACTOR_REMOVED, request), request.key(), proof)) {
      case RemoveAuthenticatorApp.Removed _ -> request.seeOther(SecurityPage.HERE + "?done=factor");
      case FactorProofCheck.Unproven why -> unproven(request, proof, why);
    };
  }

  /** Reads the code or the answer of a passkey. */
  private PageGuard.PageHandler withProof(ProofHandler handler) {
    return request -> {
      Optional<FactorProofCheck.Offered> proof = offered(request);
      if (proof.isEmpty()) {
        return refuse(request, 403, "code", "flaw.code");
      }
      Optional<FormErrors> passwordErrors = request.passwordErrors("factor.password");
      return passwordErrors.isPresent()
          ? detail.refuse(request, passwordErrors.get())
          : handler.answer(request, proof.get());
    };
  }

  private static Optional<FactorProofCheck.Offered> offered(PageRequest request) {
    if (request.form().value(PasskeyCheck.FIELD).isPresent()) {
      var purpose = PasskeyPurpose.change(request.sentWith());
      var answer = PasskeyAnswer.in(request.request());
      return Optional.of(new FactorProofCheck.Offered.Signature(answer, purpose));
    }
    return EnteredCode.parse(request.form().value("code").orElse(""))
        .map(FactorProofCheck.Offered.Code::new);
  }

  private Response unproven(
      PageRequest request, FactorProofCheck.Offered proof, FactorProofCheck.Unproven why) {
    return switch (why) {
      case FactorProofCheck.Unproven.Throttled(var wait) -> {
        String field = proof instanceof FactorProofCheck.Offered.Code ? "code" : "factor";
        yield refuse(request, 429, field, "flaw.password-throttled").with(Header.retryAfter(wait));
      }
      case FactorProofCheck.Unproven.Refused refused ->
          switch (refused) {
            case CODE_WRONG -> refuse(request, 403, "code", "flaw.code");
            case EXHAUSTED -> refuse(request, 429, "code", "flaw.code-exhausted");
            case PASSKEY_WRONG -> refuse(request, 403, "factor", "flaw.passkey");
            case SPENT -> refuse(request, 403, "code", "flaw.code-spent");
            case NO_FACTOR -> refuse(request, 409, "factor", "flaw.factor-gone");
          };
    };
  }

  private Response refuse(PageRequest request, int status, String field, String message) {
    return detail.refuse(request, FormErrors.of(status, field, message));
  }

  private static Response show(Page page, PendingKey key, FormErrors errors) {
    return page.show(errors.status(), TEMPLATES.loginNewFactor(page, key, errors));
  }

  /** The only response that ever shows the recovery codes. */
  static Response recoveryCodes(PageRequest request, List<RecoveryCode> codes, String done) {
    Page page = request.page().withNotice(done);
    return page.show(200, TEMPLATES.loginRecoveryCodes(page, codes));
  }
}
