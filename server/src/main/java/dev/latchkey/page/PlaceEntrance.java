package dev.latchkey.page;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.User;
import dev.latchkey.storage.People;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lets a person into the place where something of an organization is managed, or says no and tells
 * the trail. A place that is not for one's role is 403; what belongs to others is 404, as if it
 * were not there.
 */
public final class PlaceEntrance {
    private final Place place;
    private final People people;
    private final Pages pages;

    public PlaceEntrance(Place place, People people, Pages pages) {
        this.place = place;
        this.people = people;
        this.pages = pages;
    }

    public Place place() {
        return place;
    }

    /** The organization that the request names, or else the person's own, or else the first. */
    public Response toOrganization(
            Request request,
            Visitor visitor,
            Rights.Act act,
            Function<Organization, Response> step) {
        User user = visitor.user().orElseThrow();
        if (!isFor(user)) {
            return closed(request, visitor);
        }
        Optional<String> named =
                request.query()
                        .value("organization")
                        .or(() -> request.form().value("organization"));
        Optional<Organization> asked =
                named.isPresent() ? people.find(new Id.Organization(named.get())) : byDefault(user);
        Optional<Organization> allowed =
                asked.filter(organization -> Rights.allow(user, act, organization));
        if (allowed.isPresent() && isManagedHere(allowed.get())) {
            return step.apply(allowed.get());
        }
        if (asked.isPresent() && allowed.isEmpty()) {
            refused(request, user, "organization_of_others", asked.get(), Optional.empty());
        }
        return pages.problem(pages.of(visitor), 404, "not_found", "organization.unknown");
    }

    /** To a place that is about no one organization. */
    public Response enter(Request request, Visitor visitor, Supplier<Response> step) {
        return isFor(visitor.user().orElseThrow()) ? step.get() : closed(request, visitor);
    }

    /** Where a person may choose between organizations; one is no choice. */
    public List<Organization> choice(User user, Rights.Act act) {
        List<Organization> open =
                people.organizations().stream()
                        .filter(this::isManagedHere)
                        .filter(organization -> Rights.allow(user, act, organization))
                        .toList();
        return open.size() > 1 ? open : List.of();
    }

    public boolean isManagedHere(Organization organization) {
        return place.kind().map(organization.kind()::equals).orElse(true);
    }

    public boolean isFor(User user) {
        return people.find(user.organization()).filter(home -> place.isFor(user, home)).isPresent();
    }

    public Response closed(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        people.find(user.organization())
                .ifPresent(home ->
                        refused(request, user, "place_not_for_role", home, Optional.empty()));
        return pages.problem(pages.of(visitor), 403, "forbidden", "organization.not-for-role");
    }

    public void refused(
            Request request, User user, String what, Organization where, Optional<Id.User> about) {
        people.refused(user.id(), what, where.id(), about, request.occasion());
    }

    private Optional<Organization> byDefault(User user) {
        return people.find(user.organization())
                .filter(this::isManagedHere)
                .or(() -> people.organizations().stream().filter(this::isManagedHere).findFirst());
    }
}
