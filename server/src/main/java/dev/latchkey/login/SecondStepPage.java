package dev.latchkey.login;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.page.AfterSignIn;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks for the code after a correct password and before the session. */
public final class SecondStepPage {
    static final String HERE = "/sign-in/code";

    private final SecondStep step;
    private final Notice notice;
    private final AppOrigin appOrigin;
    private final Pages pages;

    public SecondStepPage(SecondStep step, Notice notice, AppOrigin appOrigin, Pages pages) {
        this.step = step;
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
        if (pending.isEmpty() || !step.isAwaited(pending.get(), request.moment())) {
            return Response.redirect(302, signIn(request));
        }
        return form(request, visitor, 200, pages.of(visitor));
    }

    private Response enter(Request request, Visitor visitor) {
        Optional<Secret.PendingSignIn> pending = SignInCookies.pending(request);
        if (pending.isEmpty()) {
            return late(request);
        }
        String code = request.form().value("code").orElse("");
        SignInBrowser browser = SignInBrowser.of(request, visitor);
        return switch (step.with(pending.get(), code, browser, request.moment())) {
            case SecondStep.Outcome.SignedIn in -> signedIn(request, visitor, in);
            case SecondStep.Outcome.Throttled(var wait) -> throttled(request, visitor, wait);
            case SecondStep.Outcome.Refused why ->
                    switch (why) {
                        case CODE_WRONG -> refuse(request, visitor, 401, "sign-in.code-wrong");
                        case CODE_SPENT -> refuse(request, visitor, 401, "sign-in.code-spent");
                        case EXHAUSTED -> refuse(request, visitor, 429, "sign-in.code-exhausted");
                        case OVER -> late(request);
                    };
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
        return page.show(status, TEMPLATES.loginSignInCode(page, AfterSignIn.of(request)), app);
    }
}
