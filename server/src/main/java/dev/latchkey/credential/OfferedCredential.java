package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.LiveSecret;
import dev.latchkey.model.Outstanding;
import dev.latchkey.model.Scope;
import dev.latchkey.model.Standing;
import dev.latchkey.model.TransferOffer;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.ClientSecrets;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.Roster;
import dev.latchkey.storage.TransferOffers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A credential that was offered to the person: they see what they would own, and accept or decline
 * it (decision 6.3).
 */
public final class OfferedCredential {
    private static final String HERE = Place.MY_ACCOUNT.path() + "/{client_id}/offer";

    private final TransferOffers offers;
    private final Credentials credentials;
    private final ClientSecrets secrets;
    private final Roster roster;
    private final Catalogue catalogue;
    private final Reauthentication again;
    private final Pages pages;

    public OfferedCredential(
            TransferOffers offers,
            Credentials credentials,
            ClientSecrets secrets,
            Roster roster,
            Catalogue catalogue,
            Reauthentication again,
            Pages pages) {
        this.offers = offers;
        this.credentials = credentials;
        this.secrets = secrets;
        this.roster = roster;
        this.catalogue = catalogue;
        this.again = again;
        this.pages = pages;
    }

    /** Whose it is, who offered it, and how long. */
    public record Parties(Standing owner, Standing by, Instant until) {
        public boolean isOwnerDisabled() {
            return owner.state() == Standing.State.DISABLED;
        }

        public boolean isOfferedByOwner() {
            return owner.user().id().equals(by.user().id());
        }
    }

    /** What comes with the credential, and what ends. */
    public record Contents(List<Scope> scope, List<LiveSecret> secrets, Outstanding outstanding) {}

    public record Form(String action, boolean asksPassword, Map<String, String> flaws) {
        public String flaw(String field) {
            return flaws.getOrDefault(field, "");
        }
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", HERE, this::show),
                door.signedIn("POST", HERE, this::accept),
                door.signedIn("POST", HERE + "/decline", this::decline));
    }

    static String href(Id.Client client) {
        return HERE.replace("{client_id}", client.value());
    }

    @FunctionalInterface
    private interface Step {
        Response with(Credential.Personal credential, TransferOffer offer);
    }

    /** An offer to another person looks like none at all. */
    private Response with(Request request, Visitor visitor, Step step) {
        Id.User user = visitor.user().orElseThrow().id();
        var client =
                new Id.Client(Optional.ofNullable(request.segments().get("client_id")).orElse(""));
        Optional<TransferOffer> offer =
                offers.of(client, request.occasion()).filter(found -> found.to().equals(user));
        Optional<Credential.Personal> credential =
                credentials
                        .find(client)
                        .filter(Credential.Personal.class::isInstance)
                        .map(Credential.Personal.class::cast);
        return offer.isPresent() && credential.isPresent()
                ? step.with(credential.get(), offer.get())
                : over(visitor);
    }

    private Response show(Request request, Visitor visitor) {
        return with(
                request,
                visitor,
                (credential, offer) ->
                        page(new Shown(200, "", Map.of()), credential, offer, request, visitor));
    }

    private Response accept(Request request, Visitor visitor) {
        return with(
                request,
                visitor,
                (credential, offer) -> accept(credential, offer, request, visitor));
    }

    private Response accept(
            Credential.Personal credential, TransferOffer offer, Request request, Visitor visitor) {
        boolean mayRevive = request.form().value("revive").isPresent();
        if (!mayRevive && isDisabled(credential.owner())) {
            var shown = Shown.refused(400, "offer.revive", "flaw.revive-missing");
            return page(shown, credential, offer, request, visitor);
        }
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Wrong wrong -> {
                var shown = Shown.refused(403, "offer.password", "flaw.password");
                yield page(shown, credential, offer, request, visitor);
            }
            case Reauthentication.Outcome.Throttled throttled -> {
                var shown = Shown.refused(429, "offer.password", "flaw.password-throttled");
                yield page(shown, credential, offer, request, visitor);
            }
            case Reauthentication.Outcome.Fresh fresh ->
                    isAccepted(credential, mayRevive, request, visitor)
                            ? Response.redirect(
                                    303, PersonalDetail.href(credential) + "?accepted=yes")
                            : lookAgain(request, visitor);
        };
    }

    private boolean isDisabled(Id.User person) {
        return roster.find(person).orElseThrow().state() == Standing.State.DISABLED;
    }

    /** What was looked at is what is accepted: the form names the version that it showed. */
    private boolean isAccepted(
            Credential.Personal credential, boolean mayRevive, Request request, Visitor visitor) {
        Id.User by = visitor.user().orElseThrow().id();
        return Entered.in(request.form()).version() == credential.version()
                && offers.accept(credential, by, mayRevive, request.occasion());
    }

    private Response lookAgain(Request request, Visitor visitor) {
        return with(
                request,
                visitor,
                (credential, offer) ->
                        page(
                                new Shown(409, "offer.changed", Map.of()),
                                credential,
                                offer,
                                request,
                                visitor));
    }

    private Response decline(Request request, Visitor visitor) {
        return with(
                request,
                visitor,
                (credential, offer) ->
                        offers.decline(credential, offer.to(), request.occasion())
                                ? Response.redirect(303, Place.MY_ACCOUNT.path() + "?declined=yes")
                                : over(visitor));
    }

    private Response over(Visitor visitor) {
        return pages.problem(pages.of(visitor), 404, "not_found", "offer.over");
    }

    /** How the page is shown; {@code problem} is empty where there is none. */
    private record Shown(int status, String problem, Map<String, String> flaws) {
        static Shown refused(int status, String field, String flaw) {
            return new Shown(status, "offer.not-accepted", Map.of(field, flaw));
        }
    }

    private Response page(
            Shown shown,
            Credential.Personal credential,
            TransferOffer offer,
            Request request,
            Visitor visitor) {
        Page page = pages.of(visitor);
        return pages.show(
                shown.status(),
                "credential/offer",
                shown.problem().isEmpty() ? page : page.withProblem(shown.problem()),
                Map.of(
                        "credential",
                        credential,
                        "parties",
                        new Parties(
                                roster.find(credential.owner()).orElseThrow(),
                                roster.find(offer.by()).orElseThrow(),
                                offer.expiresAt()),
                        "contents",
                        new Contents(
                                catalogue.describe(credential.scope()),
                                secrets.of(credential.clientId()),
                                credentials.outstanding(credential, request.occasion())),
                        "form",
                        new Form(
                                href(credential.clientId()),
                                again.isDue(request, visitor),
                                shown.flaws())));
    }
}
