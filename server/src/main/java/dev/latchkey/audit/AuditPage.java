package dev.latchkey.audit;

import dev.latchkey.http.Content;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.TrailEntry;
import dev.latchkey.model.TrailSearch;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.People;
import dev.latchkey.storage.Trail;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * The trail of an organization for its administrators, and of all of them for super administrators;
 * as a page, and as a file.
 */
public final class AuditPage {
    private static final String HERE = Place.AUDIT.path();
    private static final int LINES = 50;
    private static final int LINES_READ = 500;

    private final Trail trail;
    private final People people;
    private final Credentials credentials;
    private final Pages pages;

    public AuditPage(Trail trail, People people, Credentials credentials, Pages pages) {
        this.trail = trail;
        this.people = people;
        this.credentials = credentials;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", HERE, this::show),
                door.signedIn("GET", HERE + "/export.csv", copied(Copy.CSV)),
                door.signedIn("GET", HERE + "/export.jsonl", copied(Copy.JSON_LINES)));
    }

    /** What the page needs; {@code choice} is empty where there is nothing to choose. */
    public record View(
            Filter filter,
            List<Organization> choice,
            List<TrailEntry> lines,
            Optional<String> next,
            String rest) {}

    private Response show(Request request, Visitor visitor) {
        return entered(
                request,
                visitor,
                (filter, organization) -> {
                    User user = visitor.user().orElseThrow();
                    List<TrailEntry> found = lines(filter, organization, filter.place(), LINES + 1);
                    List<TrailEntry> shown = found.subList(0, Math.min(LINES, found.size()));
                    Optional<String> next =
                            found.size() > LINES
                                    ? Optional.of(
                                            HERE
                                                    + filter.query(
                                                            String.valueOf(
                                                                    shown.getLast().number())))
                                    : Optional.empty();
                    List<Organization> choice = isSuper(user) ? people.organizations() : List.of();
                    return pages.show(
                            200,
                            "audit/page",
                            pages.of(visitor),
                            Map.of(
                                    "view",
                                    new View(filter, choice, shown, next, filter.query(""))));
                });
    }

    private Door.OpenHandler copied(Copy copy) {
        return (request, visitor) ->
                entered(
                        request,
                        visitor,
                        (filter, organization) -> {
                            Id.User by = visitor.user().orElseThrow().id();
                            trail.exported(by, organization, request.occasion());
                            var file =
                                    copy.read(last ->
                                            lines(
                                                    filter,
                                                    organization,
                                                    last.map(TrailEntry::number),
                                                    LINES_READ));
                            return new Response(
                                            200,
                                            List.of(),
                                            new Content.Streamed(OptionalLong.empty(), file))
                                    .with("Content-Type", copy.mediaType())
                                    .with(
                                            "Content-Disposition",
                                            "attachment; filename=\"audit" + copy.ending() + "\"");
                        });
    }

    private List<TrailEntry> lines(
            Filter filter,
            Optional<Id.Organization> organization,
            Optional<Long> after,
            int limit) {
        Optional<Id.User> person = people.findByEmail(filter.person());
        if (!filter.isSound() || (!filter.person().isEmpty() && person.isEmpty())) {
            return List.of();
        }
        return trail.page(
                new TrailSearch(
                        organization,
                        filter.begin(),
                        filter.end(),
                        person,
                        Optional.of(filter.client())
                                .filter(client -> !client.isEmpty())
                                .map(Id.Client::new),
                        filter.chosen(),
                        after),
                limit);
    }

    /** Without an organization, super administrators see the whole and others their own. */
    private Response entered(
            Request request,
            Visitor visitor,
            BiFunction<Filter, Optional<Id.Organization>, Response> step) {
        User user = visitor.user().orElseThrow();
        Filter filter = Filter.in(request.query());
        Organization home = people.find(user.organization()).orElseThrow();
        if (!Place.AUDIT.isFor(user, home)) {
            refused(user, "place_not_for_role", home, request);
            return pages.problem(pages.of(visitor), 403, "forbidden", "organization.not-for-role");
        }
        if (filter.organization().isEmpty()) {
            return step.apply(filter, isSuper(user) ? Optional.empty() : Optional.of(home.id()));
        }
        Optional<Organization> asked = people.find(new Id.Organization(filter.organization()));
        boolean allowed =
                asked.filter(where ->
                                Rights.allow(user, Rights.Act.SEE_AUDIT_OF_ORGANIZATION, where))
                        .isPresent();
        if (allowed) {
            return step.apply(filter, asked.map(Organization::id));
        }
        asked.ifPresent(where -> refused(user, "organization_of_others", where, request));
        return pages.problem(pages.of(visitor), 404, "not_found", "organization.unknown");
    }

    private void refused(User user, String what, Organization where, Request request) {
        credentials.refused(user.id(), what, where.id(), Optional.empty(), request.occasion());
    }

    private static boolean isSuper(User user) {
        return user.role() == User.Role.SUPER_ADMINISTRATOR;
    }
}
