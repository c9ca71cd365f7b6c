package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PlatformVersion;
import dev.latchkey.model.Reach;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.People;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Creates an organization credential; its token is born with it and shown once (contract 2.1). */
public final class NewOrganizationCredential {
    private final Entrance entrance;
    private final People people;
    private final Credentials credentials;
    private final Catalogue catalogue;
    private final PlatformVersion version;
    private final FactorFirst factorFirst;
    private final Reauthentication again;
    private final SecretForms forms;
    private final Pages pages;
    private final RandomGenerator dice;

    public NewOrganizationCredential(
            Entrance entrance,
            People people,
            Credentials credentials,
            Catalogue catalogue,
            PlatformVersion version,
            FactorFirst factorFirst,
            Reauthentication again,
            SecretForms forms,
            Pages pages,
            RandomGenerator dice) {
        this.entrance = entrance;
        this.people = people;
        this.credentials = credentials;
        this.catalogue = catalogue;
        this.version = version;
        this.factorFirst = factorFirst;
        this.again = again;
        this.forms = forms;
        this.pages = pages;
        this.dice = dice;
    }

    /** Before the routes with a credential in their path: {@code new} is none. */
    public List<Route> routes(Door door) {
        String here = entrance.place().path() + "/new";
        return List.of(
                door.signedIn("GET", here, this::ask), door.signedIn("POST", here, this::create));
    }

    /** Whom the token will stand for the data of: said before it is made, and kept with it. */
    public record Target(Organization organization, Reach reach, String teamName) {}

    private Response ask(Request request, Visitor visitor) {
        return withTarget(
                request,
                visitor,
                target ->
                        form(
                                200,
                                request,
                                visitor,
                                pages.of(visitor),
                                target,
                                Entered.NOTHING,
                                Map.of()));
    }

    private Response create(Request request, Visitor visitor) {
        Entered entered = Entered.in(request.form());
        return withTarget(
                request,
                visitor,
                target ->
                        switch (Draft.organizational(entered, catalogue.names())) {
                            case Draft.Flawed flawed ->
                                    form(
                                            400,
                                            request,
                                            visitor,
                                            pages.of(visitor).withProblem("credential.flawed"),
                                            target,
                                            entered,
                                            flawed.flaws());
                            case Draft.Sound sound ->
                                    afterPassword(request, visitor, target, entered, sound);
                        });
    }

    private Response afterPassword(
            Request request, Visitor visitor, Target target, Entered entered, Draft.Sound sound) {
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Fresh fresh ->
                    forms.once(
                            request, visitor, id -> created(request, visitor, target, sound, id));
            case Reauthentication.Outcome.Wrong wrong ->
                    form(
                            403,
                            request,
                            visitor,
                            pages.of(visitor).withProblem("credential.flawed"),
                            target,
                            entered,
                            Map.of("current_password", "flaw.password"));
            case Reauthentication.Outcome.Throttled throttled ->
                    form(
                            429,
                            request,
                            visitor,
                            pages.of(visitor).withProblem("credential.flawed"),
                            target,
                            entered,
                            Map.of("current_password", "flaw.password-throttled"));
        };
    }

    /** The only answer that ever shows the token (contract 2.1). */
    private Optional<Response> created(
            Request request, Visitor visitor, Target target, Draft.Sound sound, Id.Form form) {
        User creator = visitor.user().orElseThrow();
        var credential =
                new Credential.Organizational(
                        Id.CLIENT.draw(dice),
                        sound.name(),
                        target.organization().id(),
                        creator.id(),
                        sound.scope(),
                        Id.VIRTUAL_ADMINISTRATOR.draw(dice),
                        target.reach(),
                        request.occasion().at(),
                        1);
        Secret.Organization token = Secret.ORGANIZATION.mint(dice);
        return credentials.create(credential, token, form, request.occasion())
                ? Optional.of(
                        pages.show(
                                200,
                                "credential/created-organizational",
                                pages.of(visitor).withScript("copy.js"),
                                Map.of(
                                        "place",
                                        entrance.place(),
                                        "target",
                                        target,
                                        "credential",
                                        credential,
                                        "token",
                                        token.reveal(),
                                        "baseUrl",
                                        request.baseUrl())))
                : Optional.empty();
    }

    /** Contract 1.3, 1.4 and 9.2, in the order in which a person can do something about them. */
    private Response withTarget(Request request, Visitor visitor, Function<Target, Response> step) {
        return entrance.toOrganization(
                request,
                visitor,
                Rights.Act.CREATE_ORGANIZATION_CREDENTIAL,
                organization -> {
                    if (!version.isAtLeast(PlatformVersion.ORGANIZATION_CREDENTIALS)) {
                        return pages.problem(
                                pages.of(visitor),
                                403,
                                "platform_version",
                                "organization.version",
                                PlatformVersion.ORGANIZATION_CREDENTIALS.text(),
                                version.text());
                    }
                    return factorFirst.then(
                            visitor,
                            () ->
                                    target(organization, visitor.user().orElseThrow())
                                            .map(step)
                                            .orElseGet(() ->
                                                    pages.problem(
                                                            pages.of(visitor),
                                                            409,
                                                            "no_team",
                                                            "organization.no-team")));
                });
    }

    private Optional<Target> target(Organization organization, User user) {
        return switch (organization.kind()) {
            case MULTI_TEAM ->
                    Optional.of(
                            new Target(
                                    organization,
                                    new Reach(organization.id(), Optional.empty()),
                                    ""));
            case SINGLE_TEAM ->
                    user.teams().stream()
                            .filter(User.Membership::administers)
                            .map(User.Membership::team)
                            .filter(team -> team.organization().equals(organization.id()))
                            .findFirst()
                            .or(() -> people.teams(organization.id()).stream().findFirst())
                            .map(team -> target(organization, team));
        };
    }

    private static Target target(Organization organization, Team team) {
        return new Target(
                organization, new Reach(organization.id(), Optional.of(team.id())), team.name());
    }

    private Response form(
            int status,
            Request request,
            Visitor visitor,
            Page page,
            Target target,
            Entered entered,
            Map<String, String> flaws) {
        return pages.show(
                status,
                "credential/new-organizational",
                page,
                Map.of(
                        "place",
                        entrance.place(),
                        "target",
                        target,
                        "fields",
                        Fields.of(entered, catalogue, Scopes.NONE, flaws),
                        "asksPassword",
                        again.isDue(request, visitor),
                        "formId",
                        forms.name()));
    }
}
