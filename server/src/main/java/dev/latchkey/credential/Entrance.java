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
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.People;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The entrance of a place where an organization's credentials are managed. */
public final class Entrance {
    private final PlaceEntrance toPlace;
    private final People people;
    private final Credentials credentials;
    private final Pages pages;

    public Entrance(PlaceEntrance toPlace, People people, Credentials credentials, Pages pages) {
        this.toPlace = toPlace;
        this.people = people;
        this.credentials = credentials;
        this.pages = pages;
    }

    Place place() {
        return toPlace.place();
    }

    String href(Credential credential) {
        return place().path() + "/" + credential.clientId().value();
    }

    Response toOrganization(
            Request request,
            Visitor visitor,
            Rights.Act act,
            Function<Organization, Response> step) {
        return toPlace.toOrganization(request, visitor, act, step);
    }

    /** The credential that the path names. */
    Response toCredential(
            Request request,
            Visitor visitor,
            Rights.Act act,
            BiFunction<Organization, Credential, Response> step) {
        User user = visitor.user().orElseThrow();
        if (!toPlace.isFor(user)) {
            return toPlace.closed(request, visitor);
        }
        var id = new Id.Client(Optional.ofNullable(request.segments().get("client_id")).orElse(""));
        Optional<Credential> found = credentials.find(id);
        Optional<Organization> where =
                found.map(Credential::organization)
                        .flatMap(people::find)
                        .filter(toPlace::isManagedHere)
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

    List<Organization> choice(User user) {
        return toPlace.choice(user, Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION);
    }
}
