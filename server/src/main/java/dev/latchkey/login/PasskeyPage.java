package dev.latchkey.login;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.Passkey;
import dev.latchkey.model.RecoveryCode;
import dev.latchkey.page.FormErrors;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.PageRequest;
import dev.latchkey.storage.Passkeys;
import dev.latchkey.storage.SecondFactors;
import dev.latchkey.storage.SignInStores;
import java.util.List;
import java.util.Optional;

/** Adds and removes a person's passkeys. */
public final class PasskeyPage {
    private static final String HERE = SecurityPage.HERE + "/passkeys";

    private final SecurityDetail detail;
    private final PasskeyCheck check;
    private final Enrolment enrolment;
    private final Passkeys passkeys;
    private final SecondFactors factors;
    private final Notice notice;

    public PasskeyPage(
            SecurityDetail detail,
            PasskeyCheck check,
            Enrolment enrolment,
            SignInStores stores,
            Notice notice) {
        this.detail = detail;
        this.check = check;
        this.enrolment = enrolment;
        this.passkeys = stores.passkeys();
        this.factors = stores.factors();
        this.notice = notice;
    }

    public List<Route> routes(PageGuard pageGuard) {
        return List.of(
                pageGuard.signedIn("POST", HERE + "/new", this::offer),
                pageGuard.signedIn("POST", HERE, this::add),
                pageGuard.signedIn("POST", HERE + "/remove", this::remove));
    }

    /** What the template shows. {@code options}: what the browser passes to the authenticator. */
    public record View(String options, String name, FormErrors errors) {}

    private Response offer(PageRequest request) {
        Optional<FormErrors> passwordErrors = request.passwordErrors("passkeys.password");
        if (passwordErrors.isPresent()) {
            return detail.refuse(request, passwordErrors.get());
        }
        if (!WebAuthn.isPossibleAt(request.baseUrl())) {
            return refuse(request, 409, "flaw.passkey-address");
        }
        return form(request, request.page().say("passkey.first-name"), FormErrors.NONE);
    }

    private Response add(PageRequest request) {
        String name = request.form().value("name").orElse("").strip();
        Optional<DisplayName.Flaw> flaw = DisplayName.flawOf(name);
        if (flaw.isPresent()) {
            return form(request, name, FormErrors.of(400, "name", "flaw.name." + flaw.get()));
        }
        Optional<WebAuthn.NewKey> key =
                check.created(request.request(), PasskeyPurpose.adding(request.key()));
        if (key.isEmpty()) {
            return form(request, name, FormErrors.of(400, "passkey", "flaw.passkey-new"));
        }
        List<RecoveryCode> codes = enrolment.recoveryCodes();
        var passkey =
                new Passkeys.NewPasskey(
                        key.get().id(), name, key.get().data(), key.get().counter(), codes);
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

    private Response form(PageRequest request, String name, FormErrors errors) {
        List<Passkey> known = factors.of(request.user().id()).passkeys();
        String options =
                check.askForNew(
                        request.request(),
                        PasskeyPurpose.adding(request.key()),
                        request.user(),
                        known);
        Page page = request.page().withScript("passkeys.js");
        Page shown = errors.errors().isEmpty() ? page : page.withProblem("security.flawed");
        return shown.show(
                errors.status(), TEMPLATES.loginNewPasskey(shown, new View(options, name, errors)));
    }

    private Response refuse(PageRequest request, int status, String message) {
        return detail.refuse(request, FormErrors.of(status, "passkeys", message));
    }
}
