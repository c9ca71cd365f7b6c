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
import dev.latchkey.login.factor.PasskeyCheck;
import dev.latchkey.login.factor.PasskeyPurpose;
import dev.latchkey.login.factor.WebAuthn;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.Passkey;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.storage.SignInStores;
import dev.latchkey.storage.people.Passkeys;
import dev.latchkey.storage.people.SecondFactors;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Adds and removes a person's passkeys. */
public final class PasskeyPage {
  private static final String HERE = SecurityPage.HERE + "/passkeys";

  private final SecurityDetail detail;
  private final PasskeyCheck check;
  private final RandomGenerator random;
  private final Passkeys passkeys;
  private final SecondFactors factors;
  private final Notice notice;

  public PasskeyPage(
      SecurityDetail detail,
      PasskeyCheck check,
      SignInStores stores,
      Notice notice,
      RandomGenerator random) {
    this.detail = detail;
    this.check = check;
    this.random = random;
    this.passkeys = stores.passkeys();
    this.factors = stores.factors();
    this.notice = notice;
  }

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
    Optional<FormErrors> errors =
        request.passwordErrors(Reauthentication.FIELD).or(() -> nameErrors(name));
    if (errors.isPresent()) {
      return again(request, challenge.get(), name, errors.get());
    }
    Optional<WebAuthn.NewKey> key = check.created(request.request(), challenge.get());
    if (key.isEmpty()) {
      FormErrors missing = FormErrors.of(400, "passkey", "flaw.passkey-new");
      return again(request, challenge.get(), name, missing);
    }
    List<RecoveryCode> codes = RecoveryCode.drawAll(random);
    var passkey =
        new Passkeys.NewPasskey(key.get().id(), name, key.get().data(), key.get().counter(), codes);
    return switch (passkeys.add(request.user(), passkey, request.key(), request.moment())) {
      case ADDED -> {
        notice.send(Notice.Change.PASSKEY_ADDED, request);
        yield request.seeOther(SecurityPage.HERE + "?done=passkey");
      }
      case ADDED_WITH_CODES -> {
        notice.send(Notice.Change.PASSKEY_ADDED, request);
        yield SecondFactorPage.recoveryCodes(request, codes, "passkey.added");
      }
      case TOO_MANY -> refuse(request, 409, "flaw.passkey-many");
      case EDIT_CONFLICT -> refuse(request, 409, "flaw.passkey-there");
    };
  }

  private Response remove(PageRequest request) {
    Optional<FormErrors> passwordErrors = request.passwordErrors("passkeys.password");
    if (passwordErrors.isPresent()) {
      return detail.refuse(request, passwordErrors.get());
    }
    String id = request.form().value("passkey_id").orElse("");
    if (!passkeys.remove(id, request.user(), request.key(), request.moment())) {
      return refuse(request, 409, "flaw.passkey-gone");
    }
    notice.send(Notice.Change.PASSKEY_REMOVED, request);
    return request.seeOther(SecurityPage.HERE + "?done=passkey-removed");
  }

  private static Optional<FormErrors> nameErrors(String name) {
    return DisplayName.flawOf(name).map(flaw -> FormErrors.of(400, "name", "flaw.name." + flaw));
  }

  /**
   * The same page with errors. It carries the first challenge, because only the sensitive act
   * {@link #offer} gives out a challenge. The first one no longer fits after the right password has
   * given the session a new key; then the sign-in is recent.
   */
  private Response again(PageRequest request, byte[] challenge, String name, FormErrors errors) {
    byte[] next = request.hasNewKey() ? newChallenge(request) : challenge;
    return form(request, next, name, errors);
  }

  private byte[] newChallenge(PageRequest request) {
    return check.newChallenge(request.request(), PasskeyPurpose.adding(request.key()));
  }

  private Response form(PageRequest request, byte[] challenge, String name, FormErrors errors) {
    List<Passkey> known = factors.of(request.user().id()).passkeys();
    String options = check.askForNew(request.request(), challenge, request.user(), known);
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
