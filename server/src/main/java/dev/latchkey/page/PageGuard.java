package dev.latchkey.page;

import dev.latchkey.http.Access;
import dev.latchkey.http.Cookies;
import dev.latchkey.http.Guard;
import dev.latchkey.http.Header;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Session;
import dev.latchkey.storage.Sessions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Where every page request enters: learns who it is, and lets no form in that was not ours
 * (decision 1.12).
 */
public final class PageGuard {
    public static final String SESSION_COOKIE = "latchkey_session";
    public static final String FORM_TOKEN = "form_token";

    private static final String BROWSER_COOKIE = "latchkey_browser";

    private final Sessions sessions;
    private final Reauthentication again;
    private final Pages pages;
    private final RandomGenerator random;

    public PageGuard(
            Sessions sessions, Reauthentication again, Pages pages, RandomGenerator random) {
        this.sessions = sessions;
        this.again = again;
        this.pages = pages;
        this.random = random;
    }

    /** Answers a visitor, who may be anybody. */
    @FunctionalInterface
    public interface OpenHandler {
        Response answer(Request request, Visitor visitor);
    }

    /** Answers a person who is signed in. */
    @FunctionalInterface
    public interface PageHandler {
        Response answer(PageRequest request);
    }

    /** A page for anyone. */
    public Route open(String method, String pattern, OpenHandler handler) {
        return Route.openPage(method, pattern, request -> enter(request, handler));
    }

    /** A page for whoever has signed in; others are led to the sign-in page first. */
    public Route signedIn(String method, String pattern, PageHandler handler) {
        var guard = new Guard<PageRequest>(Access.General.SIGNED_IN, this::enterSignedIn);
        return Route.page(method, pattern, guard, handler::answer);
    }

    /** A page of a place, for whoever may enter it; its address begins with that of the place. */
    public Route in(
            SectionGuard entrance, String method, String below, SectionGuard.PlaceHandler handler) {
        Section section = entrance.section();
        var guard =
                new Guard<SectionRequest>(
                        section,
                        (request, inside) ->
                                enterSignedIn(
                                        request, signedIn -> entrance.enter(signedIn, inside)));
        return Route.page(method, section.path() + below, guard, handler::answer);
    }

    private Response enterSignedIn(Request request, Function<PageRequest, Response> handler) {
        return enter(
                request,
                (sent, visitor) ->
                        inside(sent, visitor)
                                .map(inside -> answer(inside, handler::apply))
                                .orElseGet(() -> toSignIn(sent)));
    }

    private static Response toSignIn(Request request) {
        return Response.redirect(
                request.method().equals("POST") ? 303 : 302, "/sign-in" + waiting(request));
    }

    /** Of a visitor who is signed in. */
    private Optional<PageRequest> inside(Request request, Visitor visitor) {
        return visitor.signedIn()
                .map(known -> {
                    Session session = visitor.session().orElseThrow();
                    boolean isDue = again.isDue(session, request.moment().at());
                    return new PageRequest(
                            request.in(known),
                            visitor,
                            new PageRequest.OpenSession(visitor.key().orElseThrow(), session),
                            pages,
                            isDue ? PageRequest.Password.ASKED : PageRequest.Password.NOT_ASKED);
                });
    }

    /**
     * A password that comes with a form is compared here, for all pages alike. If the page breaks
     * off after that, the browser never learns of the new key, and the person signs in again.
     */
    private Response answer(PageRequest sent, PageHandler handler) {
        if (!sent.asksPassword() || sent.form().value(Reauthentication.FIELD).isEmpty()) {
            return handler.answer(sent);
        }
        return switch (again.compare(sent)) {
            case Reauthentication.Comparison.Right(var key) -> confirmed(sent, key, handler);
            case Reauthentication.Comparison.Wrong wrong ->
                    handler.answer(sent.with(PageRequest.Password.WRONG));
            case Reauthentication.Comparison.Throttled(var wait) ->
                    toldWhen(wait, handler.answer(sent.with(PageRequest.Password.TOO_MANY_WRONG)));
        };
    }

    private Response confirmed(PageRequest sent, Secret.Session key, PageHandler handler) {
        Request request = sent.request();
        Visitor confirmed = sent.visitor().confirmed(key, request.moment().at());
        Response answer = handler.answer(inside(request, confirmed).orElseThrow());
        return Cookies.isSet(SESSION_COOKIE, answer)
                ? answer
                : answer.with(Cookies.set(SESSION_COOKIE, key.reveal(), request.isSecure()));
    }

    private static Response toldWhen(Duration wait, Response refused) {
        return refused.status() == 429 ? refused.with(Header.retryAfter(wait)) : refused;
    }

    /** A request for consent goes along into the next session. */
    private static String waiting(Request request) {
        return request.query()
                .value("request")
                .or(() -> request.form().value("request"))
                .flatMap(SealedRequest::parse)
                .map(sealed -> "?request=" + sealed.text())
                .orElse("");
    }

    /**
     * An endpoint that browsers come to from elsewhere: it knows the visitor and takes no form of
     * ours.
     */
    public Route arrival(String method, String pattern, OpenHandler handler) {
        return Route.openPage(
                method,
                pattern,
                request -> {
                    Visitor visitor = visitor(request);
                    return remembered(request, visitor, handler.answer(request, visitor));
                });
    }

    private Response enter(Request request, OpenHandler handler) {
        Visitor visitor = visitor(request);
        Response response =
                request.method().equals("POST") && !isOurForm(request, visitor)
                        ? pages.problem(
                                pages.of(visitor), 403, "foreign_form", "problem.foreign-form")
                        : handler.answer(request, visitor);
        return remembered(request, visitor, response);
    }

    /** {@code Origin} decides nothing: with our referrer policy browsers send it as null. */
    private static boolean isOurForm(Request request, Visitor visitor) {
        String site = request.headers().only("Sec-Fetch-Site").orElse("same-origin");
        return (site.equals("same-origin") || site.equals("none"))
                && visitor.sent(request.form().value(FORM_TOKEN).orElse(""));
    }

    private Visitor visitor(Request request) {
        Secret.Browser browser =
                request.cookie(Cookies.name(BROWSER_COOKIE, request.isSecure()))
                        .flatMap(Secret.BROWSER::parse)
                        .orElseGet(() -> Secret.BROWSER.mint(random));
        Optional<Secret.Session> key =
                request.cookie(Cookies.name(SESSION_COOKIE, request.isSecure()))
                        .flatMap(Secret.SESSION::parse);
        Optional<Session> session = key.flatMap(known -> sessions.find(known, request.moment()));
        return Visitor.of(browser, key, session, request.language(), address(request));
    }

    private static Optional<String> address(Request request) {
        String query = request.rawQuery();
        return Optional.of(request.path() + (query.isEmpty() ? "" : "?" + query))
                .filter(address -> !request.method().equals("POST"));
    }

    private static Response remembered(Request request, Visitor visitor, Response response) {
        String known = request.cookie(Cookies.name(BROWSER_COOKIE, request.isSecure())).orElse("");
        return known.equals(visitor.browser().reveal())
                ? response
                : response.with(
                        Cookies.set(
                                BROWSER_COOKIE, visitor.browser().reveal(), request.isSecure()));
    }
}
