package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.User;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.People;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Lets a person into the place where an organization's credentials are managed, or says no and
 * tells the trail. A place that is not for one's role is 403; what belongs to others is 404, as if
 * it were not there.
 */
public final class Entrance {
    private final Place place;
    private final People people;
    private final Credentials credentials;
    private final Pages pages;

    public Entrance(Place place, People people, Credentials credentials, Pages pages) {
        this.place = place;
        this.people = people;
        this.credentials = credentials;
        this.pages = pages;
    }

    Place place() {
        return place;
    }

    String href(Credential credential) {
        return place.path() + "/" + credential.clientId().value();
    }

    /** The organization that the request names, or else the person's own, or else the first. */
    Response toOrganization(
            Request request,
            Visitor visitor,
            Rights.Act act,
            Function<Organization, Response> step) {
        User user = visitor.user().orElseThrow();
        if (!isFor(user)) {
            return closed(request, visitor, user);
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
            credentials.refused(
                    user.id(),
                    "organization_of_others",
                    asked.get().id(),
                    Optional.empty(),
                    request.occasion());
        }
        return pages.problem(pages.of(visitor), 404, "not_found", "organization.unknown");
    }

    /** The credential that the path names. */
    Response toCredential(
            Request request,
            Visitor visitor,
            Rights.Act act,
            BiFunction<Organization, Credential, Response> step) {
        User user = visitor.user().orElseThrow();
        if (!isFor(user)) {
            return closed(request, visitor, user);
        }
        var id = new Id.Client(Optional.ofNullable(request.segments().get("client_id")).orElse(""));
        Optional<Credential> found = credentials.find(id);
        Optional<Organization> where =
                found.map(Credential::organization)
                        .flatMap(people::find)
                        .filter(this::isManagedHere)
                        .filter(organization -> Rights.allow(user, act, organization));
        if (found.isPresent() && where.isPresent()) {
            return step.apply(where.get(), found.get());
        }
        found.ifPresent(foreign ->
                credentials.refused(
                        user.id(),
                        "credential_of_others",
                        foreign.organization(),
                        Optional.of(id),
                        request.occasion()));
        return unknown(visitor);
    }

    /** The same, if it is an organization credential; a personal one has no such forms. */
    Response toOrganizational(
            Request request,
            Visitor visitor,
            Rights.Act act,
            BiFunction<Organization, Credential.Organizational, Response> step) {
        return toCredential(
                request,
                visitor,
                act,
                (organization, credential) ->
                        switch (credential) {
                            case Credential.Organizational organizational ->
                                    step.apply(organization, organizational);
                            case Credential.Personal personal -> unknown(visitor);
                        });
    }

    /** The same the other way round. */
    Response toPersonal(
            Request request,
            Visitor visitor,
            Rights.Act act,
            BiFunction<Organization, Credential.Personal, Response> step) {
        return toCredential(
                request,
                visitor,
                act,
                (organization, credential) ->
                        switch (credential) {
                            case Credential.Personal personal -> step.apply(organization, personal);
                            case Credential.Organizational organizational -> unknown(visitor);
                        });
    }

    private Response unknown(Visitor visitor) {
        return pages.problem(pages.of(visitor), 404, "not_found", "credential.unknown");
    }

    /** Where a person may choose between organizations; one is no choice. */
    List<Organization> choice(User user) {
        List<Organization> open =
                people.organizations().stream()
                        .filter(this::isManagedHere)
                        .filter(organization ->
                                Rights.allow(
                                        user,
                                        Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
                                        organization))
                        .toList();
        return open.size() > 1 ? open : List.of();
    }

    private Optional<Organization> byDefault(User user) {
        return people.find(user.organization())
                .filter(this::isManagedHere)
                .or(() -> people.organizations().stream().filter(this::isManagedHere).findFirst());
    }

    private boolean isManagedHere(Organization organization) {
        return place.kind().filter(organization.kind()::equals).isPresent();
    }

    private boolean isFor(User user) {
        return people.find(user.organization()).filter(home -> place.isFor(user, home)).isPresent();
    }

    private Response closed(Request request, Visitor visitor, User user) {
        credentials.refused(
                user.id(),
                "place_not_for_role",
                user.organization(),
                Optional.empty(),
                request.occasion());
        return pages.problem(pages.of(visitor), 403, "forbidden", "organization.not-for-role");
    }
}
