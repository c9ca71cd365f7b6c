package dev.latchkey.login;

import dev.latchkey.http.Cookies;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Session;
import dev.latchkey.page.Door;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Sessions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Asks for the code between the right password and the session. */
public final class SecondStepPage {
    static final String HERE = "/sign-in/code";

    /** Opens nothing but this page. */
    static final String COOKIE = "latchkey_half";

    private final SecondStep step;
    private final Sessions sessions;
    private final Notice notice;
    private final Pages pages;
    private final BiFunction<Request, Visitor, Optional<String>> destination;

    /** {@code destination}: as of {@link SignInPage}. */
    public SecondStepPage(
            SecondStep step,
            Sessions sessions,
            Notice notice,
            Pages pages,
            BiFunction<Request, Visitor, Optional<String>> destination) {
        this.step = step;
        this.sessions = sessions;
        this.notice = notice;
        this.pages = pages;
        this.destination = destination;
    }

    public List<Route> routes(Door door) {
        return List.of(door.open("GET", HERE, this::show), door.open("POST", HERE, this::enter));
    }

    private Response show(Request request, Visitor visitor) {
        return half(request).filter(known -> step.isAwaited(known, request.occasion())).isPresent()
                ? form(200, request, visitor, pages.of(visitor))
                : Response.redirect(302, Onward.by("/sign-in", Onward.waiting(request)));
    }

    private Response enter(Request request, Visitor visitor) {
        Optional<Secret.HalfSignIn> half = half(request);
        if (half.isEmpty()) {
            return late(request);
        }
        String code = request.form().value("code").orElse("");
        return switch (step.with(half.get(), code, visitor.key(), request.occasion())) {
            case SecondStep.Outcome.SignedIn in -> signedIn(request, visitor, in);
            case SecondStep.Outcome.Throttled wait -> {
                long seconds = wait.retryAfter().toSeconds() + 1;
                yield form(
                                429,
                                request,
                                visitor,
                                pages.of(visitor).withProblem("sign-in.throttled", seconds))
                        .with("Retry-After", String.valueOf(seconds));
            }
            case SecondStep.Outcome.Refused why ->
                    switch (why) {
                        case CODE_WRONG -> refuse(401, request, visitor, "sign-in.code-wrong");
                        case CODE_SPENT -> refuse(401, request, visitor, "sign-in.code-spent");
                        case EXHAUSTED -> refuse(429, request, visitor, "sign-in.code-exhausted");
                        case OVER -> late(request);
                    };
        };
    }

    private Response signedIn(Request request, Visitor visitor, SecondStep.Outcome.SignedIn in) {
        if (in.byRecovery()) {
            sessions.find(in.key(), request.occasion())
                    .map(Session::user)
                    .ifPresent(user ->
                            notice.send(
                                    Notice.Change.RECOVERY_CODE_USED,
                                    user,
                                    pages.of(visitor),
                                    request.occasion()));
        }
        return Response.redirect(303, Onward.next(Onward.waiting(request)))
                .with(Cookies.clear(COOKIE, request.isSecure()))
                .with(Cookies.set(Door.SESSION_COOKIE, in.key().reveal(), request.isSecure()));
    }

    private static Response late(Request request) {
        String path = Onward.by("/sign-in", Onward.waiting(request));
        return Response.redirect(303, path + (path.contains("?") ? "&" : "?") + "late=yes")
                .with(Cookies.clear(COOKIE, request.isSecure()));
    }

    private Response refuse(int status, Request request, Visitor visitor, String why) {
        return form(status, request, visitor, pages.of(visitor).withProblem(why));
    }

    private Response form(int status, Request request, Visitor visitor, Page page) {
        return pages.show(
                status,
                "login/sign-in-code",
                page,
                Map.of("request", Onward.waiting(request).map(SealedRequest::text).orElse("")),
                destination.apply(request, visitor).orElse(""));
    }

    private static Optional<Secret.HalfSignIn> half(Request request) {
        return request.cookie(Cookies.name(COOKIE, request.isSecure()))
                .flatMap(Secret.HALF_SIGN_IN::parse);
    }
}
