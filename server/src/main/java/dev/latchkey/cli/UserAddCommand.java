package dev.latchkey.cli;

import dev.latchkey.Installation;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.model.ClockAndRandom;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.storage.Users;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        description = {
            "Add a user. An organization or team that does not exist yet is created.",
            "The password is drawn at random and printed once."
        })
final class UserAddCommand implements Callable<Integer> {
    @Mixin private StoreOptions store = new StoreOptions();

    @Option(
            names = "--email",
            required = true,
            paramLabel = "ADDRESS",
            description = "The e-mail address with which the user signs in.")
    private String email = "";

    @Option(
            names = "--name",
            required = true,
            paramLabel = "NAME",
            description = "The user's display name.")
    private String name = "";

    @Option(
            names = "--organization",
            required = true,
            paramLabel = "NAME",
            description = "The user's organization.")
    private String organization = "";

    @Option(
            names = "--team",
            paramLabel = "NAME",
            description = "A team the user belongs to; may be repeated.")
    private List<String> teams = List.of();

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
            defaultValue = "MEMBER")
    private User.Role role = User.Role.MEMBER;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description =
                    "The kind of an organization that is created: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
            defaultValue = "MULTI_TEAM")
    private Organization.Kind kind = Organization.Kind.MULTI_TEAM;

    @Override
    public Integer call() {
        EmailAddress address =
                EmailAddress.parse(email)
                        .orElseThrow(() -> new ConfigFault("--email is not an e-mail address"));
        checkName("--name", name);
        checkName("--organization", organization);
        teams.forEach(team -> checkName("--team", team));
        try (Installation installation = store.open()) {
            Users users = installation.stores().users().users();
            Organization home = organization(users, installation.clockAndRandom());
            List<User.Membership> memberships =
                    memberships(users, installation.clockAndRandom(), home);
            User.Role storedRole = role == User.Role.TEAM_ADMINISTRATOR ? User.Role.MEMBER : role;
            var user =
                    new User(
                            Id.USER.draw(installation.random()),
                            address.text(),
                            name,
                            home.id(),
                            storedRole,
                            memberships);
            String password = Secret.CLIENT.mint(installation.random()).reveal().substring(6, 30);
            RequestMoment now = installation.now();
            PasswordHash hashed = installation.passwords().hash(password, user.email(), now);
            if (!users.add(user, hashed, now)) {
                throw new ConfigFault(
                        "there is a user with the address " + user.email() + " already");
            }
            System.out.println(
                    user.email() + " can sign in with this password, shown once: " + password);
            return 0;
        }
    }

    private static void checkName(String option, String text) {
        DisplayName.flawOf(text)
                .ifPresent(flaw -> {
                    throw new ConfigFault(
                            switch (flaw) {
                                case MISSING -> option + " must not be empty";
                                case TOO_LONG ->
                                        "%s must not be longer than %d characters"
                                                .formatted(option, DisplayName.MAX_CHARS);
                                case SIGNS ->
                                        option
                                                + " must not contain control characters, invisible ones"
                                                + " or marks that change the direction of writing";
                            });
                });
    }

    private Organization organization(Users users, ClockAndRandom clockAndRandom) {
        Optional<Organization> known =
                users.organizations().stream()
                        .filter(existing -> existing.name().equals(organization))
                        .findFirst();
        return known.orElseGet(() -> {
            var created =
                    new Organization(
                            Id.ORGANIZATION.draw(clockAndRandom.random()), organization, kind);
            users.add(created, clockAndRandom.now());
            return created;
        });
    }

    private List<User.Membership> memberships(
            Users users, ClockAndRandom clockAndRandom, Organization home) {
        var memberships = new ArrayList<User.Membership>();
        for (String teamName : teams) {
            Team team =
                    users.teams(home.id()).stream()
                            .filter(known -> known.name().equals(teamName))
                            .findFirst()
                            .orElseGet(() -> {
                                var created =
                                        new Team(
                                                Id.TEAM.draw(clockAndRandom.random()),
                                                teamName,
                                                home.id());
                                users.add(created, clockAndRandom.now());
                                return created;
                            });
            memberships.add(new User.Membership(team, role == User.Role.TEAM_ADMINISTRATOR));
        }
        return memberships;
    }
}
