package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** One personal credential, for its owner: change it, or delete it. */
public final class PersonalPage {
    private static final String HERE = Place.MY_ACCOUNT.path() + "/{client_id}";

    private final Credentials credentials;
    private final Catalogue catalogue;
    private final Deletion deletion;
    private final Pages pages;

    public PersonalPage(
            Credentials credentials, Catalogue catalogue, Deletion deletion, Pages pages) {
        this.credentials = credentials;
        this.catalogue = catalogue;
        this.deletion = deletion;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", HERE, this::show),
                door.signedIn("POST", HERE, this::change),
                door.signedIn("POST", HERE + "/delete", this::delete));
    }

    private Response show(Request request, Visitor visitor) {
        Page page = pages.of(visitor);
        return withOwn(
                request,
                visitor,
                credential ->
                        detail(
                                200,
                                request,
                                visitor,
                                request.query().value("saved").isPresent()
                                        ? page.withNotice("credential.saved")
                                        : page,
                                credential,
                                Entered.of(credential),
                                Map.of()));
    }

    private Response change(Request request, Visitor visitor) {
        Entered entered = Entered.in(request.form());
        return withOwn(
                request,
                visitor,
                credential ->
                        switch (Draft.personal(
                                entered, Fields.choosable(catalogue, credential.scope()))) {
                            case Draft.Flawed flawed ->
                                    detail(
                                            400,
                                            request,
                                            visitor,
                                            pages.of(visitor).withProblem("credential.flawed"),
                                            credential,
                                            entered,
                                            flawed.flaws());
                            case Draft.Sound sound ->
                                    changed(request, visitor, credential, sound, entered);
                        });
    }

    private Response changed(
            Request request,
            Visitor visitor,
            Credential.Personal known,
            Draft.Sound sound,
            Entered entered) {
        User user = visitor.user().orElseThrow();
        var wanted =
                new Credential.Personal(
                        known.clientId(),
                        sound.name(),
                        known.organization(),
                        known.owner(),
                        sound.scope(),
                        sound.redirectUris(),
                        sound.options(),
                        known.createdAt(),
                        entered.version());
        return credentials.change(wanted, user.id(), request.occasion())
                ? Response.redirect(303, href(known) + "?saved=yes")
                : withOwn(request, visitor, current -> outdated(request, visitor, current));
    }

    /** What is stored now, not what was entered: to send that again would overwrite unseen. */
    private Response outdated(Request request, Visitor visitor, Credential.Personal current) {
        return detail(
                409,
                request,
                visitor,
                pages.of(visitor).withProblem("credential.changed-meanwhile"),
                current,
                Entered.of(current),
                Map.of());
    }

    private Response delete(Request request, Visitor visitor) {
        return withOwn(
                request,
                visitor,
                credential ->
                        switch (deletion.of(credential, request, visitor)) {
                            case Deletion.Outcome.Deleted deleted ->
                                    Response.redirect(
                                            303, Place.MY_ACCOUNT.path() + "?deleted=yes");
                            case Deletion.Outcome.Refused refused ->
                                    detail(
                                            refused.status(),
                                            request,
                                            visitor,
                                            pages.of(visitor).withProblem("credential.kept"),
                                            credential,
                                            Entered.of(credential),
                                            refused.flaws());
                        });
    }

    /** Somebody else's looks like none at all, but for the trail. */
    private Response withOwn(
            Request request, Visitor visitor, Function<Credential.Personal, Response> step) {
        User user = visitor.user().orElseThrow();
        var id = new Id.Client(Optional.ofNullable(request.segments().get("client_id")).orElse(""));
        Optional<Credential> found = credentials.find(id);
        Optional<Credential.Personal> own =
                found.filter(Credential.Personal.class::isInstance)
                        .map(Credential.Personal.class::cast)
                        .filter(credential -> credential.owner().equals(user.id()));
        if (own.isPresent()) {
            return step.apply(own.get());
        }
        found.ifPresent(foreign ->
                credentials.refused(
                        user.id(),
                        "credential_of_another",
                        foreign.organization(),
                        Optional.of(id),
                        request.occasion()));
        return pages.problem(pages.of(visitor), 404, "not_found", "credential.unknown");
    }

    private Response detail(
            int status,
            Request request,
            Visitor visitor,
            Page page,
            Credential.Personal credential,
            Entered entered,
            Map<String, String> flaws) {
        return pages.show(
                status,
                "credential",
                page,
                Map.of(
                        "credential",
                        credential,
                        "fields",
                        Fields.of(entered, catalogue, credential.scope(), flaws),
                        "baseUrl",
                        request.baseUrl(),
                        "deletion",
                        deletion.form(credential, href(credential), request, visitor, flaws)));
    }

    private static String href(Credential credential) {
        return Place.MY_ACCOUNT.path() + "/" + credential.clientId().value();
    }
}
