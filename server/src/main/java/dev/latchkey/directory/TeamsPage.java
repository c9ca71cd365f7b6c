package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Team;
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
import java.util.random.RandomGenerator;

/** The teams of an organization: created and renamed. */
public final class TeamsPage {
    private static final Rights.Act KEEP = Rights.Act.KEEP_TEAMS_OF_ORGANIZATION;

    private final PlaceEntrance entrance;
    private final People people;
    private final Organizations organizations;
    private final Pages pages;
    private final RandomGenerator dice;

    public TeamsPage(
            PlaceEntrance entrance,
            People people,
            Organizations organizations,
            Pages pages,
            RandomGenerator dice) {
        this.entrance = entrance;
        this.people = people;
        this.organizations = organizations;
        this.pages = pages;
        this.dice = dice;
    }

    /** What the template shows. {@code flawed} is the team whose form was refused, or "new". */
    public record View(
            Place place,
            Organization organization,
            List<Team> teams,
            String flawed,
            String entered,
            String flaw) {
        public boolean hasRoom() {
            return organization.kind() == Organization.Kind.MULTI_TEAM || teams.isEmpty();
        }

        public String href() {
            return place.path() + "/teams";
        }

        public boolean isFlawed(String which) {
            return flawed.equals(which);
        }
    }

    public List<Route> routes(Door door) {
        String here = entrance.place().path() + "/teams";
        return List.of(
                door.signedIn("GET", here, this::list),
                door.signedIn("POST", here, this::create),
                door.signedIn("POST", here + "/{team_id}", this::rename));
    }

    private Response list(Request request, Visitor visitor) {
        Page page = pages.of(visitor);
        Page told =
                request.query().value("saved").isPresent() ? page.withNotice("teams.saved") : page;
        return entrance.toOrganization(
                request, visitor, KEEP, organization -> show(200, told, organization, "", "", ""));
    }

    private Response create(Request request, Visitor visitor) {
        Id.User by = visitor.user().map(User::id).orElseThrow();
        String name = entered(request);
        return entrance.toOrganization(
                request,
                visitor,
                KEEP,
                organization -> {
                    var team = new Team(Id.TEAM.draw(dice), name, organization.id());
                    return DisplayName.flawOf(name)
                            .map(flaw ->
                                    refuse(
                                            400,
                                            visitor,
                                            organization,
                                            "new",
                                            name,
                                            "flaw.name." + flaw))
                            .orElseGet(() ->
                                    kept(
                                            organizations.add(team, by, request.occasion()),
                                            visitor,
                                            organization,
                                            "new",
                                            name));
                });
    }

    private Response rename(Request request, Visitor visitor) {
        Id.User by = visitor.user().map(User::id).orElseThrow();
        String name = entered(request);
        return entrance.toOrganization(
                request,
                visitor,
                KEEP,
                organization -> {
                    Optional<Team> known =
                            people.teams(organization.id()).stream()
                                    .filter(team ->
                                            team.id()
                                                    .value()
                                                    .equals(request.segments().get("team_id")))
                                    .findFirst();
                    if (known.isEmpty()) {
                        return unknown(request, visitor);
                    }
                    String before = request.form().value("before").orElse("");
                    var seen = new Team(known.get().id(), before, organization.id());
                    String which = seen.id().value();
                    return DisplayName.flawOf(name)
                            .map(flaw ->
                                    refuse(
                                            400,
                                            visitor,
                                            organization,
                                            which,
                                            name,
                                            "flaw.name." + flaw))
                            .orElseGet(() ->
                                    kept(
                                            organizations.rename(
                                                    seen, name, by, request.occasion()),
                                            visitor,
                                            organization,
                                            which,
                                            name));
                });
    }

    private Response unknown(Request request, Visitor visitor) {
        User by = visitor.user().orElseThrow();
        Optional.ofNullable(request.segments().get("team_id"))
                .flatMap(Id.TEAM::parse)
                .flatMap(people::find)
                .flatMap(team -> people.find(team.organization()))
                .ifPresent(where ->
                        entrance.refused(request, by, "team_of_others", where, Optional.empty()));
        return pages.problem(pages.of(visitor), 404, "not_found", "teams.unknown");
    }

    private Response kept(
            Organizations.Kept kept,
            Visitor visitor,
            Organization organization,
            String which,
            String name) {
        return switch (kept) {
            case DONE ->
                    Response.redirect(
                            303,
                            "%s/teams?organization=%s&saved=yes"
                                    .formatted(entrance.place().path(), organization.id().value()));
            case NAME_TAKEN -> refuse(409, visitor, organization, which, name, "flaw.team-taken");
            case NO_ROOM -> refuse(409, visitor, organization, which, name, "flaw.team-only-one");
            case CHANGED_MEANWHILE ->
                    show(
                            409,
                            pages.of(visitor).withProblem("teams.changed-meanwhile"),
                            organization,
                            "",
                            "",
                            "");
        };
    }

    private Response refuse(
            int status,
            Visitor visitor,
            Organization organization,
            String which,
            String name,
            String flaw) {
        Page page = pages.of(visitor).withProblem("people.flawed");
        return show(status, page, organization, which, name, flaw);
    }

    private Response show(
            int status,
            Page page,
            Organization organization,
            String which,
            String name,
            String flaw) {
        var view =
                new View(
                        entrance.place(),
                        organization,
                        people.teams(organization.id()),
                        which,
                        name,
                        flaw);
        return pages.show(status, "directory/teams", page, Map.of("view", view));
    }

    private static String entered(Request request) {
        return request.form().value("name").orElse("").strip();
    }
}
