package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import java.util.List;
import java.util.Map;

/** Credential management: every credential of an organization. */
public final class OrganizationPages {
    private final Entrance entrance;
    private final Credentials credentials;
    private final Pages pages;

    public OrganizationPages(Entrance entrance, Credentials credentials, Pages pages) {
        this.entrance = entrance;
        this.credentials = credentials;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(door.signedIn("GET", entrance.place().path(), this::list));
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
                                entrance.href(credential)))
                .toList();
    }
}
