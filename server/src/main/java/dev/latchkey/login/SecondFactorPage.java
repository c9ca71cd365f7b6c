package dev.latchkey.login;

import dev.latchkey.http.Header;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.EnteredCode;
import dev.latchkey.model.RecoveryCode;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.SecondFactors;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Adds and removes a person's authenticator app, and makes new recovery codes. */
public final class SecondFactorPage {
    private static final String HERE = SecurityPage.HERE + "/factor";

    private final SecurityDetail detail;
    private final Enrolment enrolment;
    private final SecondFactors factors;
    private final CodeCheck check;
    private final Reauthentication again;
    private final Notice notice;
    private final Pages pages;

    public SecondFactorPage(
            SecurityDetail detail,
            Enrolment enrolment,
            SecondFactors factors,
            CodeCheck check,
            Reauthentication again,
            Notice notice,
            Pages pages) {
        this.detail = detail;
        this.enrolment = enrolment;
        this.factors = factors;
        this.check = check;
        this.again = again;
        this.notice = notice;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("POST", HERE + "/new", this::offer),
                door.signedIn("POST", HERE + "/confirm", this::confirm),
                door.signedIn("POST", HERE + "/codes", this::renew),
                door.signedIn("POST", HERE + "/remove", this::remove));
    }

    private Response offer(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        return factors.of(user.id()).isPresent()
                ? detail.refuse(409, request, visitor, "factor", "flaw.factor-there")
                : afterPassword(
                        request,
                        visitor,
                        () -> {
                            Secret.Session session = visitor.key().orElseThrow();
                            Offer offer = enrolment.offer(user, session, issuer(request));
                            return show(200, pages.of(visitor), offer, "");
                        });
    }

    private Response confirm(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        Enrolment.Outcome outcome =
                enrolment.confirm(
                        user,
                        visitor.key().orElseThrow(),
                        issuer(request),
                        request.form().value("offer").orElse(""),
                        request.form().value("code").orElse(""),
                        request.occasion());
        return switch (outcome) {
            case Enrolment.Outcome.Added added -> {
                tell(Notice.Change.FACTOR_ADDED, request, visitor);
                yield recoveryCodes(visitor, added.codes(), "factor.added");
            }
            case Enrolment.Outcome.CodeWrong wrong -> {
                Page page = pages.of(visitor).withProblem("security.flawed");
                yield show(403, page, wrong.offer(), "flaw.code");
            }
            case Enrolment.Outcome.Refused why ->
                    switch (why) {
                        case NOT_OFFERED ->
                                detail.refuse(409, request, visitor, "factor", "flaw.factor-offer");
                        case THERE_ALREADY ->
                                detail.refuse(409, request, visitor, "factor", "flaw.factor-there");
                    };
        };
    }

    private Response renew(Request request, Visitor visitor) {
        return afterBoth(
                request,
                visitor,
                right -> {
                    List<RecoveryCode> codes = enrolment.recoveryCodes();
                    if (!factors.renewCodes(
                            right.known(), right.proof(), codes, request.occasion())) {
                        return spent(request, visitor);
                    }
                    tell(Notice.Change.RECOVERY_CODES_RENEWED, request, visitor);
                    return recoveryCodes(visitor, codes, "factor.renewed");
                });
    }

    private Response remove(Request request, Visitor visitor) {
        return afterBoth(
                request,
                visitor,
                right -> {
                    Secret.Session session = visitor.key().orElseThrow();
                    if (!factors.remove(
                            right.known(), right.proof(), session, request.occasion())) {
                        return spent(request, visitor);
                    }
                    tell(Notice.Change.FACTOR_REMOVED, request, visitor);
                    return Response.redirect(303, SecurityPage.HERE + "?done=factor");
                });
    }

    private Response afterBoth(
            Request request, Visitor visitor, Function<CodeCheck.Outcome.Right, Response> step) {
        Optional<EnteredCode> entered = EnteredCode.parse(request.form().value("code").orElse(""));
        return entered.isEmpty()
                ? detail.refuse(403, request, visitor, "code", "flaw.code")
                : afterPassword(
                        request, visitor, () -> afterCode(request, visitor, entered.get(), step));
    }

    private Response afterCode(
            Request request,
            Visitor visitor,
            EnteredCode entered,
            Function<CodeCheck.Outcome.Right, Response> step) {
        var now = request.occasion();
        var attempt = factors.attempt(visitor.user().orElseThrow().id(), entered, now);
        return switch (check.of(attempt, entered, now)) {
            case CodeCheck.Outcome.Right right -> step.apply(right);
            case CodeCheck.Outcome.Throttled throttled ->
                    detail.refuse(429, request, visitor, "code", "flaw.password-throttled")
                            .with(Header.retryAfter(throttled.retryAfter()));
            case CodeCheck.Outcome.Refused why ->
                    switch (why) {
                        case WRONG -> detail.refuse(403, request, visitor, "code", "flaw.code");
                        case EXHAUSTED ->
                                detail.refuse(429, request, visitor, "code", "flaw.code-exhausted");
                        case NOT_ASKED ->
                                detail.refuse(409, request, visitor, "factor", "flaw.factor-gone");
                    };
        };
    }

    private Response afterPassword(Request request, Visitor visitor, Supplier<Response> step) {
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Fresh fresh -> step.get();
            case Reauthentication.Outcome.Wrong wrong ->
                    detail.refuse(403, request, visitor, "factor.password", "flaw.password");
            case Reauthentication.Outcome.Throttled throttled ->
                    detail.refuse(
                            429, request, visitor, "factor.password", "flaw.password-throttled");
        };
    }

    private Response spent(Request request, Visitor visitor) {
        return detail.refuse(403, request, visitor, "code", "flaw.code-spent");
    }

    private void tell(Notice.Change change, Request request, Visitor visitor) {
        notice.send(change, visitor.user().orElseThrow(), pages.of(visitor), request.occasion());
    }

    private Response show(int status, Page page, Offer offer, String flaw) {
        return pages.show(
                status,
                "login/new-factor",
                page.withScript("copy.js"),
                Map.of("offer", offer, "flaw", flaw));
    }

    /** The only answer that ever shows them. */
    private Response recoveryCodes(Visitor visitor, List<RecoveryCode> codes, String done) {
        return pages.show(
                200,
                "login/recovery-codes",
                pages.of(visitor).withNotice(done).withScript("copy.js"),
                Map.of("codes", codes));
    }

    /** Apps tell their entries apart by this name and the person's address. */
    private static String issuer(Request request) {
        return "Latchkey " + URI.create(request.baseUrl()).getHost();
    }
}
