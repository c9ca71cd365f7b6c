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
import dev.latchkey.storage.CredentialLists;
import dev.latchkey.storage.Usage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Credential management: every credential of an organization. */
public final class CredentialsOfOrganization {
    private final Entrance entrance;
    private final CredentialLists lists;
    private final Usage usage;
    private final Pages pages;

    public CredentialsOfOrganization(
            Entrance entrance, CredentialLists lists, Usage usage, Pages pages) {
        this.entrance = entrance;
        this.lists = lists;
        this.usage = usage;
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
                            "credential/list-of-organization",
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
                                    "shelf",
                                    shelf(request, organization)));
                });
    }

    private Shelf shelf(Request request, Organization organization) {
        return Shelf.of(
                request,
                entrance.place().path(),
                Optional.of(organization.id()),
                (search, limit) -> lists.of(organization.id(), search, limit, request.occasion()),
                usage,
                entrance::href);
    }
}
