package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.CredentialLists;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.TransferOffers;
import dev.latchkey.storage.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** My account, Credentials: a person's own personal credentials, and a form for one more. */
public final class PersonalPages {
    private static final String HERE = Place.MY_ACCOUNT.path();

    private final Credentials credentials;
    private final CredentialLists lists;
    private final TransferOffers offers;
    private final Usage usage;
    private final Catalogue catalogue;
    private final SecretForms forms;
    private final Pages pages;
    private final RandomGenerator dice;

    public PersonalPages(
            Credentials credentials,
            CredentialLists lists,
            TransferOffers offers,
            Usage usage,
            Catalogue catalogue,
            SecretForms forms,
            Pages pages,
            RandomGenerator dice) {
        this.credentials = credentials;
        this.lists = lists;
        this.offers = offers;
        this.usage = usage;
        this.catalogue = catalogue;
        this.forms = forms;
        this.pages = pages;
        this.dice = dice;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", HERE, this::list),
                door.signedIn("GET", HERE + "/new", this::ask),
                door.signedIn("POST", HERE + "/new", this::create));
    }

    private Response list(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        Shelf shelf =
                Shelf.of(
                        request,
                        HERE,
                        Optional.empty(),
                        (search, limit) ->
                                lists.ownedBy(user.id(), search, limit, request.occasion()),
                        usage,
                        PersonalDetail::href);
        return pages.show(
                200,
                "credential/list",
                told(request, pages.of(visitor)),
                Map.of("shelf", shelf, "offers", offers(user, request)));
    }

    /** A credential that waits for the person's answer, as the list tells of it. */
    public record Offer(String href, String name, Instant until) {}

    private List<Offer> offers(User user, Request request) {
        return offers.to(user.id(), request.occasion()).stream()
                .flatMap(offer ->
                        credentials.find(offer.client()).stream()
                                .map(credential ->
                                        new Offer(
                                                OfferedCredential.href(offer.client()),
                                                credential.name(),
                                                offer.expiresAt())))
                .toList();
    }

    private static Page told(Request request, Page page) {
        if (request.query().value("declined").isPresent()) {
            return page.withNotice("offer.declined");
        }
        return request.query().value("deleted").isPresent()
                ? page.withNotice("credential.deleted")
                : page;
    }

    private Response ask(Request request, Visitor visitor) {
        return form(200, pages.of(visitor), Entered.NOTHING, Map.of());
    }

    private Response create(Request request, Visitor visitor) {
        Entered entered = Entered.in(request.form()).by(visitor.user().orElseThrow());
        return switch (Draft.personal(entered, catalogue.names())) {
            case Draft.Flawed flawed ->
                    form(
                            400,
                            pages.of(visitor).withProblem("credential.flawed"),
                            entered,
                            flawed.flaws());
            case Draft.Sound sound ->
                    forms.once(request, visitor, id -> created(sound, id, request, visitor));
        };
    }

    /** The only answer that ever shows the secret (contract 2.1). */
    private Optional<Response> created(
            Draft.Sound sound, Id.Form form, Request request, Visitor visitor) {
        User owner = visitor.user().orElseThrow();
        var credential =
                new Credential.Personal(
                        Id.CLIENT.draw(dice),
                        sound.name(),
                        owner.organization(),
                        owner.id(),
                        sound.scope(),
                        sound.redirectUris(),
                        sound.options(),
                        request.occasion().at(),
                        1);
        Secret.Client secret = Secret.CLIENT.mint(dice);
        return credentials.create(credential, secret, form, request.occasion())
                ? Optional.of(
                        pages.show(
                                200,
                                "credential/created-personal",
                                pages.of(visitor).withScript("copy.js"),
                                Map.of(
                                        "credential",
                                        credential,
                                        "secret",
                                        secret.reveal(),
                                        "baseUrl",
                                        request.baseUrl())))
                : Optional.empty();
    }

    private Response form(int status, Page page, Entered entered, Map<String, String> flaws) {
        return pages.show(
                status,
                "credential/new-personal",
                page,
                Map.of(
                        "fields",
                        Fields.of(entered, catalogue, Scopes.NONE, flaws),
                        "formId",
                        forms.name()));
    }
}
