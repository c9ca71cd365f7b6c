package dev.latchkey.login;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.login.factor.AddPasskey;
import dev.latchkey.login.factor.FactorActs;
import dev.latchkey.login.factor.PasskeyAnswer;
import dev.latchkey.login.factor.PasskeyCheck;
import dev.latchkey.login.factor.PasskeyPurpose;
import dev.latchkey.login.factor.WebAuthn;
import dev.latchkey.model.person.Passkey;
import dev.latchkey.storage.people.SecondFactors;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Adds and removes a person's passkeys. */
public record PasskeyPage(
    SecurityDetail detail,
    PasskeyCheck check,
    FactorActs acts,
    SecondFactors factors,
    Notice notice) {
  private static final String HERE = SecurityPage.HERE + "/passkeys";

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.SENSITIVE, HERE + "/new", this::offer),
        pageGuard.signedIn(Effect.SENSITIVE, HERE, this::add),
        pageGuard.signedIn(Effect.SENSITIVE, HERE + "/remove", this::remove));
  }

  /**
   * What the template shows. {@code options}: what the browser passes to the authenticator. They
   * contain the challenge, which the form carries too.
   */
  public record View(String options, String challenge, String name, FormErrors errors) {}

  private Response offer(PageRequest request) {
    Optional<FormErrors> passwordErrors = request.passwordErrors("passkeys.password");
    if (passwordErrors.isPresent()) {
      return detail.refuse(request, passwordErrors.get());
    }
    if (!WebAuthn.isPossibleAt(request.baseUrl())) {
      return refuse(request, 409, "flaw.passkey-address");
    }
    return form(
        request, newChallenge(request), request.page().say("passkey.first-name"), FormErrors.NONE);
  }

  private Response add(PageRequest request) {
    var purpose = PasskeyPurpose.adding(request.sentWith());
    Optional<byte[]> challenge = check.carried(request.request(), purpose);
    if (challenge.isEmpty()) {
      return refuse(request, 409, "flaw.passkey-offer");
    }
    String name = request.form().value("name").orElse("").strip();
    var wanted = new AddPasskey.Wanted(name, PasskeyAnswer.in(request.request()), challenge.get());
    Optional<FormErrors> passwordErrors = request.passwordErrors(Reauthentication.FIELD);
    if (passwordErrors.isPresent()) {
      return again(request, wanted, passwordErrors.get());
    }
    return switch (acts.addPasskey()
        .by(notice.by(Notice.Change.PASSKEY_ADDED, request), request.key(), wanted)) {
      case AddPasskey.Outcome.Added(var codes) ->
          codes.isEmpty()
              ? request.seeOther(SecurityPage.HERE + "?done=passkey")
              : SecondFactorPage.recoveryCodes(request, codes, "passkey.added");
      case AddPasskey.Outcome.Flawed(var flaw) ->
          again(request, wanted, FormErrors.of(400, "name", "flaw.name." + flaw));
      case AddPasskey.Outcome.Refused.NOT_CREATED ->
          again(request, wanted, FormErrors.of(400, "passkey", "flaw.passkey-new"));
      case AddPasskey.Outcome.Refused.TOO_MANY -> refuse(request, 409, "flaw.passkey-many");
      case AddPasskey.Outcome.Refused.EDIT_CONFLICT -> refuse(request, 409, "flaw.passkey-there");
    };
  }

  private Response remove(PageRequest request) {
    Optional<FormErrors> passwordErrors = request.passwordErrors("passkeys.password");
    if (passwordErrors.isPresent()) {
      return detail.refuse(request, passwordErrors.get());
    }
    String id = request.form().value("passkey_id").orElse("");
    return switch (acts.removePasskey()
        .by(notice.by(Notice.Change.PASSKEY_REMOVED, request), request.key(), id)) {
      case REMOVED -> request.seeOther(SecurityPage.HERE + "?done=passkey-removed");
      case NOT_FOUND -> refuse(request, 409, "flaw.passkey-gone");
    };
  }

  /**
   * The same page with errors. It carries the first challenge, because only the sensitive act
   * {@link #offer} gives out a challenge. The first one no longer fits after the right password has
   * given the session a new key; then the sign-in is recent.
   */
  private Response again(PageRequest request, AddPasskey.Wanted wanted, FormErrors errors) {
    byte[] next = request.hasNewKey() ? newChallenge(request) : wanted.challenge();
    return form(request, next, wanted.name(), errors);
  }

  private byte[] newChallenge(PageRequest request) {
    return check.newChallenge(PasskeyPurpose.adding(request.key()), request.moment().at());
  }

  private Response form(PageRequest request, byte[] challenge, String name, FormErrors errors) {
    List<Passkey> known = factors.of(request.user().id()).passkeys();
    String options = check.askForNew(request.baseUrl(), challenge, request.user(), known);
    String carried = Base64.getUrlEncoder().withoutPadding().encodeToString(challenge);
    Page page = request.page().withScript(Page.PASSKEYS);
    Page shown = errors.errors().isEmpty() ? page : page.withProblem("security.flawed");
    return shown.show(
        errors.status(),
        TEMPLATES.loginNewPasskey(shown, new View(options, carried, name, errors)));
  }

  private Response refuse(PageRequest request, int status, String message) {
    return detail.refuse(request, FormErrors.of(status, "passkeys", message));
  }
}
