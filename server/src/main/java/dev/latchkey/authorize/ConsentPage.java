package dev.latchkey.authorize;

import dev.latchkey.http.Form;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Consent;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Consents;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.People;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Asks the signed-in user, every time, and sends the browser back with a code or an error (contract
 * 4.1).
 */
public final class ConsentPage {
    private final AuthorizeEndpoint endpoint;
    private final Credentials credentials;
    private final Consents consents;
    private final People people;
    private final Catalogue catalogue;
    private final Limits limits;
    private final Pages pages;
    private final RandomGenerator dice;

    public ConsentPage(
            AuthorizeEndpoint endpoint,
            Credentials credentials,
            Consents consents,
            People people,
            Catalogue catalogue,
            Limits limits,
            Pages pages,
            RandomGenerator dice) {
        this.endpoint = endpoint;
        this.credentials = credentials;
        this.consents = consents;
        this.people = people;
        this.catalogue = catalogue;
        this.limits = limits;
        this.pages = pages;
        this.dice = dice;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", "/consent", this::show),
                door.signedIn("POST", "/consent", this::decide));
    }

    private Response show(Request request, Visitor visitor) {
        return withRequest(
                request.query().value("request"),
                request,
                visitor,
                (asked, sound) -> ask(200, asked, sound, request, visitor, pages.of(visitor)));
    }

    private Response decide(Request request, Visitor visitor) {
        return withRequest(
                request.form().value("request"),
                request,
                visitor,
                (asked, sound) ->
                        switch (request.form().value("decision").orElse("")) {
                            case "approve" -> approve(asked, sound, request, visitor);
                            case "deny" -> deny(asked, sound, request, visitor);
                            default ->
                                    ask(
                                            400,
                                            asked,
                                            sound,
                                            request,
                                            visitor,
                                            pages.of(visitor).withProblem("consent.undecided"));
                        });
    }

    /** A request by its name, and as the browser carries it. */
    private record Asked(Id.Request id, SealedRequest sealed) {}

    @FunctionalInterface
    private interface Step {
        Response with(Asked asked, AuthorizationRequest.Sound sound);
    }

    /**
     * The request that the browser brings, judged again: the credential may have changed, or been
     * deleted, while its user was thinking.
     */
    private Response withRequest(
            Optional<String> name, Request request, Visitor visitor, Step step) {
        return name.flatMap(SealedRequest::parse)
                .map(sealed -> withRequest(sealed, request, visitor, step))
                .orElseGet(() -> over(visitor));
    }

    private Response withRequest(
            SealedRequest sealed, Request request, Visitor visitor, Step step) {
        return switch (endpoint.open(sealed, request, visitor)) {
            case PendingRequests.Brought.Foreign foreign ->
                    pages.problem(pages.of(visitor), 403, "foreign_request", "consent.foreign");
            case PendingRequests.Brought.Over over -> over(visitor);
            case PendingRequests.Brought.Pending(Id.Request id, Form kept) ->
                    consents.isDecided(id)
                            ? over(visitor)
                            : withRequest(new Asked(id, sealed), kept, request, visitor, step);
        };
    }

    private Response withRequest(
            Asked asked, Form kept, Request request, Visitor visitor, Step step) {
        return switch (endpoint.reopen(kept, request)) {
            case AuthorizationRequest.Unusable unusable ->
                    endpoint.refuse(pages.of(visitor), unusable);
            case AuthorizationRequest.Faulty faulty ->
                    back(
                            asked,
                            request,
                            faulty.answer(),
                            Map.of(
                                    "error",
                                    faulty.error(),
                                    "error_description",
                                    faulty.description()));
            case AuthorizationRequest.Sound sound -> step.with(asked, sound);
        };
    }

    private Response ask(
            int status,
            Asked asked,
            AuthorizationRequest.Sound sound,
            Request request,
            Visitor visitor,
            Page page) {
        User user = visitor.user().orElseThrow();
        User owner = people.find(sound.credential().owner()).orElseThrow();
        var organization = people.find(sound.credential().organization()).orElseThrow();
        var before = consents.granted(user.id(), sound.credential().clientId(), request.occasion());
        var view =
                new ConsentView(
                        asked.sealed(),
                        sound.credential(),
                        owner,
                        credentials.ownerChange(sound.credential().clientId(), request.occasion()),
                        organization,
                        sound.answer().redirectUri(),
                        user,
                        catalogue.describe(sound.scope()),
                        before,
                        limits);
        return pages.show(
                status,
                "authorize/consent",
                page,
                Map.of("consent", view),
                RedirectUri.policySource(view.redirectUri()));
    }

    private Response approve(
            Asked asked, AuthorizationRequest.Sound sound, Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        Optional<Id.Team> team =
                request.form()
                        .value("team_id")
                        .map(Id.Team::new)
                        .or(() ->
                                user.teams().size() == 1
                                        ? Optional.of(user.teams().getFirst().team().id())
                                        : Optional.empty())
                        .filter(user::belongsTo);
        if (team.isEmpty()) {
            return ask(
                    400,
                    asked,
                    sound,
                    request,
                    visitor,
                    pages.of(visitor).withProblem("consent.no-team"));
        }
        Secret.Code code = Secret.CODE.mint(dice);
        var consent =
                new Consent(
                        sound.credential().clientId(),
                        user.id(),
                        team.get(),
                        sound.scope(),
                        sound.answer().redirectUri(),
                        sound.challenge());
        return consents.approve(asked.id(), consent, Id.GRANT.draw(dice), code, request.occasion())
                ? back(asked, request, sound.answer(), Map.of("code", code.reveal()))
                : over(visitor);
    }

    private Response deny(
            Asked asked, AuthorizationRequest.Sound sound, Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        var client = sound.credential().clientId();
        return consents.deny(asked.id(), client, user, request.occasion())
                ? back(
                        asked,
                        request,
                        sound.answer(),
                        Map.of(
                                "error",
                                "access_denied",
                                "error_description",
                                "The user denied the request."))
                : over(visitor);
    }

    /**
     * Decisions 1.1 and 1.6: what the app sent as state comes back as it was; the contract's own
     * request gets ours.
     */
    private static Response back(
            Asked asked,
            Request request,
            AuthorizationRequest.Answer answer,
            Map<String, String> outcome) {
        var parameters = new LinkedHashMap<>(new TreeMap<>(outcome));
        answer.state()
                .or(() ->
                        answer.wantsOurState() ? Optional.of(asked.id().value()) : Optional.empty())
                .ifPresent(state -> parameters.put("state", state));
        if (answer.withIssuer()) {
            parameters.put("iss", request.baseUrl());
        }
        return Response.redirect(
                request.method().equals("POST") ? 303 : 302,
                RedirectUri.answer(answer.redirectUri(), parameters));
    }

    private Response over(Visitor visitor) {
        return pages.problem(pages.of(visitor), 410, "request_over", "consent.over");
    }
}
