package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import java.util.List;
import java.util.Map;

/** Credential management: every credential of an organization, and the end of any of them. */
public final class OrganizationPages {
    private final Entrance entrance;
    private final Credentials credentials;
    private final Deletion deletion;
    private final Pages pages;

    public OrganizationPages(
            Entrance entrance, Credentials credentials, Deletion deletion, Pages pages) {
        this.entrance = entrance;
        this.credentials = credentials;
        this.deletion = deletion;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        String here = entrance.place().path();
        return List.of(
                door.signedIn("GET", here, this::list),
                door.signedIn("GET", here + "/{client_id}", this::show),
                door.signedIn("POST", here + "/{client_id}/delete", this::delete));
    }

    private Response list(Request request, Visitor visitor) {
        return entrance.toOrganization(
                request,
                visitor,
                Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
                organization -> {
                    Page page = pages.of(visitor);
                    return pages.show(
                            200,
                            "organization-credentials",
                            request.query().value("deleted").isPresent()
                                    ? page.withNotice("credential.deleted")
                                    : page,
                            Map.of(
                                    "place",
                                    entrance.place(),
                                    "organization",
                                    organization,
                                    "choice",
                                    entrance.choice(visitor.user().orElseThrow()),
                                    "credentials",
                                    listed(organization)));
                });
    }

    private List<Listed> listed(Organization organization) {
        var owners = credentials.owners(organization.id());
        return credentials.of(organization.id()).stream()
                .map(credential ->
                        new Listed(
                                credential,
                                owners.getOrDefault(credential.owner(), ""),
                                href(credential)))
                .toList();
    }

    private Response show(Request request, Visitor visitor) {
        return entrance.toCredential(
                request,
                visitor,
                Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
                (organization, credential) ->
                        detail(
                                200,
                                request,
                                visitor,
                                pages.of(visitor),
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
                                    detail(
                                            refused.status(),
                                            request,
                                            visitor,
                                            pages.of(visitor).withProblem("credential.kept"),
                                            organization,
                                            credential,
                                            refused.flaws());
                        });
    }

    private Response detail(
            int status,
            Request request,
            Visitor visitor,
            Page page,
            Organization organization,
            Credential credential,
            Map<String, String> flaws) {
        String owner = credentials.owners(organization.id()).getOrDefault(credential.owner(), "");
        return pages.show(
                status,
                "organization-credential",
                page,
                Map.of(
                        "place",
                        (Object) entrance.place(),
                        "organization",
                        organization,
                        "listed",
                        new Listed(credential, owner, href(credential)),
                        "deletion",
                        deletion.form(credential, href(credential), request, visitor, flaws)));
    }

    private String href(Credential credential) {
        return entrance.place().path() + "/" + credential.clientId().value();
    }
}
