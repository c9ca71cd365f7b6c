package dev.latchkey.login;

import dev.latchkey.http.Cookies;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Sessions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Sign-in and sign-out (contract 4.1: "if the user is not logged in, login is required"). */
public final class SignInPage {
    private final SignIn signIn;
    private final Sessions sessions;
    private final Pages pages;
    private final BiFunction<Request, Visitor, Optional<String>> destination;
    private final Elsewhere elsewhere;
    private final boolean mailsLinks;

    /**
     * {@code destination}: the origin a waiting request for consent may lead to once somebody has
     * signed in. {@code mailsLinks}: whether people can have a reset link sent.
     */
    public SignInPage(
            SignIn signIn,
            Sessions sessions,
            Pages pages,
            BiFunction<Request, Visitor, Optional<String>> destination,
            Elsewhere elsewhere,
            boolean mailsLinks) {
        this.signIn = signIn;
        this.sessions = sessions;
        this.pages = pages;
        this.destination = destination;
        this.elsewhere = elsewhere;
        this.mailsLinks = mailsLinks;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.open("GET", "/", (request, visitor) -> Response.redirect(302, Onward.HOME)),
                door.open("GET", "/sign-in", this::show),
                door.open("POST", "/sign-in", this::signIn),
                door.signedIn("POST", "/sign-out", this::signOut));
    }

    private Response show(Request request, Visitor visitor) {
        Page page = pages.of(visitor);
        Page told =
                request.query().value("password").isPresent()
                        ? page.withNotice("password-link.chosen")
                        : request.query().value("late").isPresent()
                                ? page.withProblem("sign-in.code-late")
                                : page;
        return form(200, request, visitor, told, "");
    }

    private Response signIn(Request request, Visitor visitor) {
        String email = request.form().value("email").orElse("");
        String password = request.form().value("password").orElse("");
        return switch (signIn.with(email, password, visitor.key(), request.occasion())) {
            case SignIn.Outcome.SignedIn in ->
                    Response.redirect(303, Onward.next(Onward.waiting(request)))
                            .with(
                                    Cookies.set(
                                            Door.SESSION_COOKIE,
                                            in.key().reveal(),
                                            request.isSecure()));
            case SignIn.Outcome.AwaitsCode half ->
                    Response.redirect(303, Onward.by(SecondStepPage.HERE, Onward.waiting(request)))
                            .with(
                                    Cookies.set(
                                            SecondStepPage.COOKIE,
                                            half.key().reveal(),
                                            request.isSecure()));
            case SignIn.Outcome.Throttled wait ->
                    form(
                                    429,
                                    request,
                                    visitor,
                                    pages.of(visitor)
                                            .withProblem(
                                                    "sign-in.throttled",
                                                    wait.retryAfter().toSeconds() + 1),
                                    email)
                            .with("Retry-After", String.valueOf(wait.retryAfter().toSeconds() + 1));
            case SignIn.Outcome.Refused why ->
                    switch (why) {
                        case ACCOUNT_UNKNOWN, PASSWORD_WRONG ->
                                form(
                                        401,
                                        request,
                                        visitor,
                                        pages.of(visitor).withProblem("sign-in.wrong"),
                                        email);
                        case USER_DISABLED ->
                                form(
                                        403,
                                        request,
                                        visitor,
                                        pages.of(visitor).withProblem("sign-in.disabled"),
                                        email);
                    };
        };
    }

    /** Whoever signs out to let somebody else decide comes back to the same request. */
    private Response signOut(Request request, Visitor visitor) {
        visitor.key()
                .ifPresent(key ->
                        visitor.user()
                                .map(User::id)
                                .ifPresent(user -> sessions.end(key, user, request.occasion())));
        return Response.redirect(303, Onward.by("/sign-in", Onward.waiting(request)))
                .with(Cookies.clear(Door.SESSION_COOKIE, request.isSecure()))
                .with("Clear-Site-Data", "\"cache\"");
    }

    private Response form(int status, Request request, Visitor visitor, Page page, String email) {
        return pages.show(
                status,
                "login/sign-in",
                page,
                Map.of(
                        "email",
                        email,
                        "request",
                        Onward.waiting(request).map(SealedRequest::text).orElse(""),
                        "mailsLinks",
                        mailsLinks,
                        "providers",
                        elsewhere.providers()),
                (destination.apply(request, visitor).orElse("") + " " + elsewhere.origins())
                        .strip());
    }
}
