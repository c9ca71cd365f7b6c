package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Overlap;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.page.Door;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.OrganizationTokens;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The token of an organization credential replaced, at once or with an overlap, or revoked
 * (decision 6.3).
 */
public final class TokensOfOrganization {
    private final Entrance entrance;
    private final OrganizationTokens tokens;
    private final OrganizationDetail detail;
    private final FactorFirst factorFirst;
    private final Reauthentication again;
    private final SecretForms forms;
    private final Pages pages;
    private final RandomGenerator dice;

    public TokensOfOrganization(
            Entrance entrance,
            OrganizationTokens tokens,
            OrganizationDetail detail,
            FactorFirst factorFirst,
            Reauthentication again,
            SecretForms forms,
            Pages pages,
            RandomGenerator dice) {
        this.entrance = entrance;
        this.tokens = tokens;
        this.detail = detail;
        this.factorFirst = factorFirst;
        this.again = again;
        this.forms = forms;
        this.pages = pages;
        this.dice = dice;
    }

    public List<Route> routes(Door door) {
        String here = entrance.place().path() + "/{client_id}/tokens";
        return List.of(
                door.signedIn("POST", here + "/new", this::reissue),
                door.signedIn("POST", here + "/revoke", this::revoke));
    }

    private Response reissue(Request request, Visitor visitor) {
        Optional<Overlap> overlap =
                request.form()
                        .value("overlap")
                        .flatMap(name ->
                                Arrays.stream(Overlap.values())
                                        .filter(known -> known.name().equals(name))
                                        .findFirst());
        return entrance.toOrganizational(
                request,
                visitor,
                Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL,
                (organization, credential) ->
                        factorFirst.then(
                                visitor,
                                () ->
                                        overlap.isEmpty()
                                                ? refused(
                                                        400,
                                                        request,
                                                        visitor,
                                                        organization,
                                                        credential,
                                                        Map.of("overlap", "flaw.overlap-missing"))
                                                : afterPassword(
                                                        request,
                                                        visitor,
                                                        organization,
                                                        credential,
                                                        "reissue.password",
                                                        () ->
                                                                forms.once(
                                                                        request,
                                                                        visitor,
                                                                        form ->
                                                                                reissued(
                                                                                        request,
                                                                                        visitor,
                                                                                        credential,
                                                                                        overlap
                                                                                                .get(),
                                                                                        form)))));
    }

    /** The only answer that ever shows the token. */
    private Optional<Response> reissued(
            Request request,
            Visitor visitor,
            Credential.Organizational credential,
            Overlap overlap,
            Id.Form form) {
        Id.User by = visitor.user().orElseThrow().id();
        Secret.Organization token = Secret.ORGANIZATION.mint(dice);
        var now = request.occasion();
        return switch (tokens.reissue(credential, token, overlap, form, by, now)) {
            case REISSUED ->
                    Optional.of(
                            pages.show(
                                    200,
                                    "credential/token-reissued",
                                    pages.of(visitor).withScript("copy.js"),
                                    Map.of(
                                            "place",
                                            entrance.place(),
                                            "credential",
                                            credential,
                                            "href",
                                            entrance.href(credential),
                                            "token",
                                            token.reveal(),
                                            "overlap",
                                            overlap)));
            case CREDENTIAL_DELETED ->
                    Optional.of(
                            pages.problem(
                                    pages.of(visitor), 404, "not_found", "credential.unknown"));
            case FORM_SENT_BEFORE -> Optional.empty();
        };
    }

    private Response revoke(Request request, Visitor visitor) {
        List<SecretHash> chosen =
                request.form().all("token").stream()
                        .flatMap(text -> SecretHash.parse(text).stream())
                        .toList();
        return entrance.toOrganizational(
                request,
                visitor,
                Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL,
                (organization, credential) ->
                        afterPassword(
                                request,
                                visitor,
                                organization,
                                credential,
                                "revoke.password",
                                () -> revoked(request, visitor, organization, credential, chosen)));
    }

    private Response revoked(
            Request request,
            Visitor visitor,
            Organization organization,
            Credential.Organizational credential,
            List<SecretHash> chosen) {
        Id.User by = visitor.user().orElseThrow().id();
        return tokens.revoke(credential, chosen, by, request.occasion())
                ? Response.redirect(303, entrance.href(credential) + "?revoked=yes")
                : refused(
                        409,
                        request,
                        visitor,
                        organization,
                        credential,
                        Map.of("token", "flaw.token-missing"));
    }

    private Response afterPassword(
            Request request,
            Visitor visitor,
            Organization organization,
            Credential credential,
            String field,
            Supplier<Response> step) {
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Fresh fresh -> step.get();
            case Reauthentication.Outcome.Wrong wrong ->
                    refused(
                            403,
                            request,
                            visitor,
                            organization,
                            credential,
                            Map.of(field, "flaw.password"));
            case Reauthentication.Outcome.Throttled throttled ->
                    refused(
                            429,
                            request,
                            visitor,
                            organization,
                            credential,
                            Map.of(field, "flaw.password-throttled"));
        };
    }

    private Response refused(
            int status,
            Request request,
            Visitor visitor,
            Organization organization,
            Credential credential,
            Map<String, String> flaws) {
        return detail.refuse(
                status, request, visitor, "tokens.unchanged", organization, credential, flaws);
    }
}
