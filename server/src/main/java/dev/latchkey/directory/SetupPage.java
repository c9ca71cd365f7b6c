package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.PasswordRule;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.People;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * First run: whoever holds the one-time link makes the first organization and its super
 * administrator.
 */
public final class SetupPage {
    private final People people;
    private final PasswordRule rule;
    private final Hashing passwords;
    private final Pages pages;
    private final RandomGenerator dice;

    /** Hashes a password for an account. */
    @FunctionalInterface
    public interface Hashing {
        PasswordHash hash(String password, String account, Occasion now);
    }

    public SetupPage(
            People people,
            PasswordRule rule,
            Hashing passwords,
            Pages pages,
            RandomGenerator dice) {
        this.people = people;
        this.rule = rule;
        this.passwords = passwords;
        this.pages = pages;
        this.dice = dice;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.open("GET", "/setup", this::show), door.open("POST", "/setup", this::setUp));
    }

    private Response show(Request request, Visitor visitor) {
        return withKey(
                request.query().value("key"),
                visitor,
                key -> form(200, pages.of(visitor), key, NewOrganization.EMPTY));
    }

    private Response setUp(Request request, Visitor visitor) {
        return withKey(
                request.form().value("key"),
                visitor,
                key -> {
                    NewOrganization asked = NewOrganization.parse(request.form());
                    return asked.firstFlaw(rule)
                            .map(flaw -> form(400, pages.of(visitor).withProblem(flaw), key, asked))
                            .orElseGet(() -> create(key, asked, request, visitor));
                });
    }

    private Response create(
            Secret.Setup key, NewOrganization asked, Request request, Visitor visitor) {
        var organization =
                new Organization(Id.ORGANIZATION.draw(dice), asked.organization(), asked.kind());
        var team = new Team(Id.TEAM.draw(dice), asked.team(), organization.id());
        var user =
                new User(
                        Id.USER.draw(dice),
                        asked.email(),
                        asked.name(),
                        organization.id(),
                        User.Role.SUPER_ADMINISTRATOR,
                        List.of(new User.Membership(team, true)));
        PasswordHash password = passwords.hash(asked.password(), asked.email(), request.occasion());
        return people.setUp(key, organization, List.of(team), user, password, request.occasion())
                ? Response.redirect(303, "/sign-in")
                : over(visitor);
    }

    private Response withKey(
            Optional<String> text, Visitor visitor, Function<Secret.Setup, Response> step) {
        return text.flatMap(Secret.SETUP::parse)
                .filter(people::isSetupOpen)
                .map(step)
                .orElseGet(() -> over(visitor));
    }

    private Response form(int status, Page page, Secret.Setup key, NewOrganization entered) {
        return pages.show(
                status, "directory/setup", page, Map.of("key", key.reveal(), "entered", entered));
    }

    private Response over(Visitor visitor) {
        return pages.problem(pages.of(visitor), 410, "setup_over", "setup.over");
    }
}
