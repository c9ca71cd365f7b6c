package dev.latchkey.login;

import dev.latchkey.http.Cookies;
import dev.latchkey.http.Header;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Account;
import java.util.List;
import java.util.Optional;

/** My account, Security: where one is signed in, and one's password. */
public final class SecurityPage {
    static final String HERE = Place.SECURITY.path();

    private final SecurityDetail detail;
    private final Account account;
    private final PasswordChange change;
    private final Reauthentication again;
    private final Notice notice;
    private final Pages pages;

    public SecurityPage(
            SecurityDetail detail,
            Account account,
            PasswordChange change,
            Reauthentication again,
            Notice notice,
            Pages pages) {
        this.detail = detail;
        this.account = account;
        this.change = change;
        this.again = again;
        this.notice = notice;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", HERE, this::show),
                door.signedIn("POST", HERE + "/sessions", this::endSessions),
                door.signedIn("POST", HERE + "/password", this::changePassword));
    }

    private Response show(Request request, Visitor visitor) {
        Page page = pages.of(visitor);
        Page told =
                switch (request.query().value("done").orElse("")) {
                    case "sessions" -> page.withNotice("security.sessions-ended");
                    case "password" -> page.withNotice("security.password-changed");
                    case "linked" -> page.withNotice("external.linked");
                    case "unlinked" -> page.withNotice("external.unlinked");
                    case "factor" -> page.withNotice("factor.removed");
                    default -> page;
                };
        return detail.show(request, visitor, told);
    }

    private Response endSessions(Request request, Visitor visitor) {
        boolean others = request.form().value("which").orElse("").equals("others");
        List<SecretHash> chosen =
                request.form().all("session").stream()
                        .map(SecretHash::parse)
                        .flatMap(Optional::stream)
                        .toList();
        if (!others && chosen.isEmpty()) {
            return detail.refuse(400, request, visitor, "sessions", "flaw.session-missing");
        }
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Wrong wrong ->
                    detail.refuse(403, request, visitor, "sessions.password", "flaw.password");
            case Reauthentication.Outcome.Throttled throttled ->
                    detail.refuse(
                            429, request, visitor, "sessions.password", "flaw.password-throttled");
            case Reauthentication.Outcome.Fresh fresh ->
                    others ? endOthers(request, visitor) : end(chosen, request, visitor);
        };
    }

    /** Another's session looks like none at all. */
    private Response end(List<SecretHash> chosen, Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        return account.end(chosen, user.id(), request.occasion())
                ? Response.redirect(303, HERE + "?done=sessions")
                : pages.problem(pages.of(visitor), 404, "not_found", "security.unknown");
    }

    private Response endOthers(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        account.endOthers(visitor.key().orElseThrow(), user.id(), request.occasion());
        return Response.redirect(303, HERE + "?done=sessions");
    }

    private Response changePassword(Request request, Visitor visitor) {
        String current = request.form().value(Reauthentication.FIELD).orElse("");
        String chosen = request.form().value("new_password").orElse("");
        if (current.isEmpty()) {
            return detail.refuse(403, request, visitor, "current", "flaw.password-missing");
        }
        if (!chosen.equals(request.form().value("repeated_password").orElse(""))) {
            return detail.refuse(400, request, visitor, "repeated", "flaw.password-repeated");
        }
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Wrong wrong ->
                    detail.refuse(403, request, visitor, "current", "flaw.password");
            case Reauthentication.Outcome.Throttled throttled ->
                    detail.refuse(429, request, visitor, "current", "flaw.password-throttled");
            case Reauthentication.Outcome.Fresh fresh ->
                    changePassword(request, visitor, current, chosen);
        };
    }

    private Response changePassword(
            Request request, Visitor visitor, String current, String chosen) {
        User user = visitor.user().orElseThrow();
        Secret.Session key = visitor.key().orElseThrow();
        return switch (change.of(user, key, current, chosen, request.occasion())) {
            case PasswordChange.Outcome.Changed changed -> {
                notice.send(
                        Notice.Change.PASSWORD_CHANGED,
                        user,
                        pages.of(visitor),
                        request.occasion());
                yield Response.redirect(303, HERE + "?done=password")
                        .with(
                                Cookies.set(
                                        Door.SESSION_COOKIE,
                                        changed.key().reveal(),
                                        request.isSecure()));
            }
            case PasswordChange.Outcome.Unfit unfit ->
                    detail.refuse(400, request, visitor, "new", "flaw.password." + unfit.flaw());
            case PasswordChange.Outcome.Throttled throttled ->
                    detail.refuse(429, request, visitor, "current", "flaw.password-throttled")
                            .with(Header.retryAfter(throttled.retryAfter()));
            case PasswordChange.Outcome.Refused why ->
                    switch (why) {
                        case CURRENT_WRONG ->
                                detail.refuse(403, request, visitor, "current", "flaw.password");
                        case CHANGED_MEANWHILE ->
                                detail.refuse(
                                        409, request, visitor, "current", "flaw.password-changed");
                    };
        };
    }
}
