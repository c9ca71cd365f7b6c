package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Organizations;
import dev.latchkey.storage.People;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** One organization of the platform: where it is kept, and its name. */
public final class OrganizationPage {
    private static final String ONE = Place.PLATFORM_ORGANIZATIONS.path() + "/{organization_id}";

    private final PlaceEntrance entrance;
    private final People people;
    private final Organizations organizations;
    private final Pages pages;

    public OrganizationPage(
            PlaceEntrance entrance, People people, Organizations organizations, Pages pages) {
        this.entrance = entrance;
        this.people = people;
        this.organizations = organizations;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", ONE, this::show), door.signedIn("POST", ONE, this::rename));
    }

    private Response show(Request request, Visitor visitor) {
        Page page = pages.of(visitor);
        Page told =
                request.query().value("saved").isPresent()
                        ? page.withNotice("platform.saved")
                        : page;
        return withOrganization(
                request,
                visitor,
                organization -> form(200, told, organization, organization.name(), ""));
    }

    private Response rename(Request request, Visitor visitor) {
        String name = request.form().value("name").orElse("").strip();
        return withOrganization(
                request,
                visitor,
                organization ->
                        DisplayName.flawOf(name)
                                .map(flaw ->
                                        form(
                                                400,
                                                pages.of(visitor).withProblem("people.flawed"),
                                                organization,
                                                name,
                                                "flaw.name." + flaw))
                                .orElseGet(() -> renamed(request, visitor, organization, name)));
    }

    private Response renamed(
            Request request, Visitor visitor, Organization organization, String name) {
        String before = request.form().value("before").orElse("");
        var seen = new Organization(organization.id(), before, organization.kind());
        Id.User by = visitor.user().map(User::id).orElseThrow();
        boolean done =
                organizations.rename(seen, name, by, request.occasion()) == Organizations.Kept.DONE;
        return done
                ? Response.redirect(
                        303,
                        "%s/%s?saved=yes"
                                .formatted(entrance.place().path(), organization.id().value()))
                : withOrganization(
                        request,
                        visitor,
                        current ->
                                form(
                                        409,
                                        pages.of(visitor).withProblem("platform.changed-meanwhile"),
                                        current,
                                        current.name(),
                                        ""));
    }

    private Response withOrganization(
            Request request, Visitor visitor, Function<Organization, Response> step) {
        return entrance.enter(
                request,
                visitor,
                () ->
                        Optional.ofNullable(request.segments().get("organization_id"))
                                .flatMap(Id.ORGANIZATION::parse)
                                .flatMap(people::find)
                                .map(step)
                                .orElseGet(() ->
                                        pages.problem(
                                                pages.of(visitor),
                                                404,
                                                "not_found",
                                                "organization.unknown")));
    }

    private Response form(
            int status, Page page, Organization organization, String entered, String flaw) {
        return pages.show(
                status,
                "directory/organization",
                page,
                Map.of("organization", organization, "entered", entered, "flaw", flaw));
    }
}
