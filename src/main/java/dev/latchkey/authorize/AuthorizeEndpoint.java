package dev.latchkey.authorize;

import dev.latchkey.http.Form;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Consents;
import dev.latchkey.storage.Credentials;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Contract 4.1: keeps the request and leads the browser into the web application, to sign-in or to
 * consent.
 */
public final class AuthorizeEndpoint {
    private final Credentials credentials;
    private final Consents consents;
    private final Pages pages;
    private final RandomGenerator dice;

    public AuthorizeEndpoint(
            Credentials credentials, Consents consents, Pages pages, RandomGenerator dice) {
        this.credentials = credentials;
        this.consents = consents;
        this.pages = pages;
        this.dice = dice;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.arrival("GET", "/oauth2/authorize", this::arrive),
                Route.page("POST", "/oauth2/authorize", Route.Access.OPEN, this::arriveByForm));
    }

    private Response arrive(Request request, Visitor visitor) {
        return switch (read(request.rawQuery(), request)) {
            case AuthorizationRequest.Unusable unusable -> refuse(pages.of(visitor), unusable);
            case AuthorizationRequest.Faulty faulty -> keep(request, visitor, "#");
            case AuthorizationRequest.Sound sound -> keep(request, visitor, "");
        };
    }

    /**
     * A form from elsewhere comes without our cookies, so nobody could be recognised: the browser
     * is asked to come back with the same parameters by GET.
     */
    private Response arriveByForm(Request request) {
        if (request.query().anyOf(AuthorizationRequest.KNOWN).isPresent()) {
            return refuse(
                    pages.in(request.language()),
                    new AuthorizationRequest.Unusable("authorize.form-and-query", ""));
        }
        String query = request.form().encoded();
        return switch (read(query, request)) {
            case AuthorizationRequest.Unusable unusable ->
                    refuse(pages.in(request.language()), unusable);
            case AuthorizationRequest.Faulty faulty -> again(query);
            case AuthorizationRequest.Sound sound -> again(query);
        };
    }

    Response refuse(Page page, AuthorizationRequest.Unusable why) {
        return pages.problem(page, 400, "invalid_request", why.flaw(), why.parameter());
    }

    private static Response again(String query) {
        return Response.redirect(303, "/oauth2/authorize?" + query);
    }

    /**
     * A fault is kept as well: nobody is sent anywhere before somebody has signed in (RFC 9700
     * 4.11.2). It goes on by redirects alone, over which a browser would carry a fragment of its
     * own; an empty one of ours takes its place.
     */
    private Response keep(Request request, Visitor visitor, String fragment) {
        Id.Request id = Id.REQUEST.draw(dice);
        consents.ask(id, visitor.browser(), request.rawQuery(), request.occasion());
        String next = visitor.session().isPresent() ? "/consent?request=" : "/sign-in?request=";
        return Response.redirect(302, next + id.value() + fragment);
    }

    /**
     * The origin that a kept request may lead to: sign-in ends there too if the request is at
     * fault.
     */
    public Optional<String> destination(Request request, Visitor visitor) {
        return request.query()
                .value("request")
                .or(() -> request.form().value("request"))
                .flatMap(Id.REQUEST::parse)
                .map(id -> consents.find(id, visitor.browser(), request.occasion()))
                .flatMap(asked ->
                        switch (asked) {
                            case Consents.Asked.Open open ->
                                    switch (read(open.query(), request)) {
                                        case AuthorizationRequest.Unusable unusable ->
                                                Optional.<String>empty();
                                        case AuthorizationRequest.Faulty faulty ->
                                                Optional.of(faulty.answer().redirectUri());
                                        case AuthorizationRequest.Sound sound ->
                                                Optional.of(sound.answer().redirectUri());
                                    };
                            case Consents.Asked.Over over -> Optional.empty();
                            case Consents.Asked.Foreign foreign -> Optional.empty();
                        })
                .map(RedirectUri::policySource);
    }

    AuthorizationRequest read(String query, Request request) {
        return AuthorizationRequest.parse(
                Form.parse(query).orElse(Form.EMPTY),
                request.openInterface(),
                credentials::findWorking);
    }
}
