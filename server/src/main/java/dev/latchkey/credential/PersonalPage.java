package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import java.util.List;
import java.util.Map;

/** One personal credential, for its owner: change it, or delete it. */
public final class PersonalPage {
    private static final String HERE = Place.MY_ACCOUNT.path() + "/{client_id}";

    private final Credentials credentials;
    private final Catalogue catalogue;
    private final Transfer transfer;
    private final Deletion deletion;
    private final OwnCredential own;
    private final PersonalDetail detail;
    private final Pages pages;

    public PersonalPage(
            Credentials credentials,
            Catalogue catalogue,
            Transfer transfer,
            Deletion deletion,
            OwnCredential own,
            PersonalDetail detail,
            Pages pages) {
        this.credentials = credentials;
        this.catalogue = catalogue;
        this.transfer = transfer;
        this.deletion = deletion;
        this.own = own;
        this.detail = detail;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", HERE, this::show),
                door.signedIn("POST", HERE, this::change),
                door.signedIn("POST", HERE + "/transfer", this::offer),
                door.signedIn("POST", HERE + "/transfer/withdraw", this::withdraw),
                door.signedIn("POST", HERE + "/delete", this::delete));
    }

    private Response show(Request request, Visitor visitor) {
        Page page = told(request, pages.of(visitor));
        return own.with(
                request,
                visitor,
                credential ->
                        detail.show(
                                200,
                                request,
                                visitor,
                                page,
                                credential,
                                Entered.of(credential),
                                Map.of()));
    }

    private static Page told(Request request, Page page) {
        if (request.query().value("saved").isPresent()) {
            return page.withNotice("credential.saved");
        }
        if (request.query().value("accepted").isPresent()) {
            return page.withNotice("offer.accepted");
        }
        if (request.query().value("offered").isPresent()) {
            return page.withNotice("transfer.offered");
        }
        if (request.query().value("withdrawn").isPresent()) {
            return page.withNotice("transfer.withdrawn");
        }
        return request.query().value("retired").isPresent()
                ? page.withNotice("secrets.retired")
                : page;
    }

    private Response change(Request request, Visitor visitor) {
        Entered entered = Entered.in(request.form()).by(visitor.user().orElseThrow());
        return own.with(
                request,
                visitor,
                credential ->
                        switch (Draft.personal(
                                entered, Fields.choosable(catalogue, credential.scope()))) {
                            case Draft.Flawed flawed ->
                                    detail.show(
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
                ? Response.redirect(303, PersonalDetail.href(known) + "?saved=yes")
                : own.with(
                        request,
                        visitor,
                        current ->
                                detail.refuse(
                                        409,
                                        request,
                                        visitor,
                                        "credential.changed-meanwhile",
                                        current,
                                        Map.of()));
    }

    private Response offer(Request request, Visitor visitor) {
        return own.with(
                request,
                visitor,
                credential ->
                        switch (transfer.offer(credential, request, visitor)) {
                            case Transfer.Outcome.Offered offered ->
                                    Response.redirect(
                                            303, PersonalDetail.href(credential) + "?offered=yes");
                            case Transfer.Outcome.Refused refused ->
                                    detail.refuse(
                                            refused.status(),
                                            request,
                                            visitor,
                                            "transfer.kept",
                                            credential,
                                            refused.flaws());
                        });
    }

    private Response withdraw(Request request, Visitor visitor) {
        return own.with(
                request,
                visitor,
                credential ->
                        transfer.withdraw(credential, request, visitor)
                                ? Response.redirect(
                                        303, PersonalDetail.href(credential) + "?withdrawn=yes")
                                : detail.refuse(
                                        409,
                                        request,
                                        visitor,
                                        "transfer.not-withdrawn",
                                        credential,
                                        Map.of()));
    }

    private Response delete(Request request, Visitor visitor) {
        return own.with(
                request,
                visitor,
                credential ->
                        switch (deletion.of(credential, request, visitor)) {
                            case Deletion.Outcome.Deleted deleted ->
                                    Response.redirect(
                                            303, Place.MY_ACCOUNT.path() + "?deleted=yes");
                            case Deletion.Outcome.Refused refused ->
                                    detail.refuse(
                                            refused.status(),
                                            request,
                                            visitor,
                                            "credential.kept",
                                            credential,
                                            refused.flaws());
                        });
    }
}
