package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Rights;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import java.util.List;
import java.util.Map;

/** One credential of an organization: see it, change an organization credential, delete any. */
public final class CredentialOfOrganization {
    private final Entrance entrance;
    private final Credentials credentials;
    private final Catalogue catalogue;
    private final Transfer transfer;
    private final Deletion deletion;
    private final OrganizationDetail detail;
    private final Pages pages;

    public CredentialOfOrganization(
            Entrance entrance,
            Credentials credentials,
            Catalogue catalogue,
            Transfer transfer,
            Deletion deletion,
            OrganizationDetail detail,
            Pages pages) {
        this.entrance = entrance;
        this.credentials = credentials;
        this.catalogue = catalogue;
        this.transfer = transfer;
        this.deletion = deletion;
        this.detail = detail;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        String here = entrance.place().path() + "/{client_id}";
        return List.of(
                door.signedIn("GET", here, this::show),
                door.signedIn("POST", here, this::change),
                door.signedIn("POST", here + "/transfer", this::offer),
                door.signedIn("POST", here + "/transfer/withdraw", this::withdraw),
                door.signedIn("POST", here + "/delete", this::delete));
    }

    private Response show(Request request, Visitor visitor) {
        Page page = told(request, pages.of(visitor));
        return entrance.toCredential(
                request,
                visitor,
                Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
                (organization, credential) ->
                        detail.show(
                                200,
                                request,
                                visitor,
                                page,
                                organization,
                                credential,
                                Entered.of(credential),
                                Map.of()));
    }

    private static Page told(Request request, Page page) {
        if (request.query().value("saved").isPresent()) {
            return page.withNotice("credential.saved");
        }
        if (request.query().value("offered").isPresent()) {
            return page.withNotice("transfer.offered");
        }
        if (request.query().value("withdrawn").isPresent()) {
            return page.withNotice("transfer.withdrawn");
        }
        return request.query().value("revoked").isPresent()
                ? page.withNotice("tokens.revoked")
                : page;
    }

    private Response change(Request request, Visitor visitor) {
        Entered entered = Entered.in(request.form());
        return entrance.toOrganizational(
                request,
                visitor,
                Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL,
                (organization, credential) ->
                        switch (Draft.organizational(
                                entered, Fields.choosable(catalogue, credential.scope()))) {
                            case Draft.Flawed flawed ->
                                    detail.show(
                                            400,
                                            request,
                                            visitor,
                                            pages.of(visitor).withProblem("credential.flawed"),
                                            organization,
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
            Credential.Organizational known,
            Draft.Sound sound,
            Entered entered) {
        Id.User by = visitor.user().orElseThrow().id();
        var wanted =
                new Credential.Organizational(
                        known.clientId(),
                        sound.name(),
                        known.organization(),
                        known.owner(),
                        sound.scope(),
                        known.subject(),
                        known.reach(),
                        known.createdAt(),
                        entered.version());
        return credentials.change(wanted, by, request.occasion())
                ? Response.redirect(303, entrance.href(known) + "?saved=yes")
                : entrance.toOrganizational(
                        request,
                        visitor,
                        Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL,
                        (organization, current) ->
                                detail.refuse(
                                        409,
                                        request,
                                        visitor,
                                        "credential.changed-meanwhile",
                                        organization,
                                        current,
                                        Map.of()));
    }

    private Response offer(Request request, Visitor visitor) {
        return entrance.toPersonal(
                request,
                visitor,
                Rights.Act.TRANSFER_CREDENTIAL_OF_ORGANIZATION,
                (organization, credential) ->
                        switch (transfer.offer(credential, request, visitor)) {
                            case Transfer.Outcome.Offered offered ->
                                    Response.redirect(
                                            303, entrance.href(credential) + "?offered=yes");
                            case Transfer.Outcome.Refused refused ->
                                    detail.refuse(
                                            refused.status(),
                                            request,
                                            visitor,
                                            "transfer.kept",
                                            organization,
                                            credential,
                                            refused.flaws());
                        });
    }

    private Response withdraw(Request request, Visitor visitor) {
        return entrance.toPersonal(
                request,
                visitor,
                Rights.Act.TRANSFER_CREDENTIAL_OF_ORGANIZATION,
                (organization, credential) ->
                        transfer.withdraw(credential, request, visitor)
                                ? Response.redirect(
                                        303, entrance.href(credential) + "?withdrawn=yes")
                                : detail.refuse(
                                        409,
                                        request,
                                        visitor,
                                        "transfer.not-withdrawn",
                                        organization,
                                        credential,
                                        Map.of()));
    }

    private Response delete(Request request, Visitor visitor) {
        return entrance.toCredential(
                request,
                visitor,
                Rights.Act.DELETE_CREDENTIAL_OF_ORGANIZATION,
                (organization, credential) ->
                        switch (deletion.of(credential, request, visitor)) {
                            case Deletion.Outcome.Deleted deleted ->
                                    Response.redirect(
                                            303,
                                            entrance.place().path()
                                                    + "?deleted=yes&organization="
                                                    + organization.id().value());
                            case Deletion.Outcome.Refused refused ->
                                    detail.refuse(
                                            refused.status(),
                                            request,
                                            visitor,
                                            "credential.kept",
                                            organization,
                                            credential,
                                            refused.flaws());
                        });
    }
}
