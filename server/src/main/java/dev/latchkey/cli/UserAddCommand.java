package dev.latchkey.cli;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.people.CreateOrganization;
import dev.latchkey.storage.people.Users;
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
      "Add a user to an organization and its teams.",
      "The password is drawn at random and printed once."
    },
    footer = {
      "  latchkey user add --email lee@example.com --name \"Lee Wong\" \\",
      "    --organization Acme --team Apollo"
    })
final class UserAddCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Option(
      names = "--email",
      required = true,
      paramLabel = "ADDRESS",
      description = "The e-mail address with which the user signs in.")
  private String email = "";

  @Mixin private NameOption name = new NameOption();

  @Option(
      names = "--organization",
      required = true,
      paramLabel = "NAME",
      description = "The user's organization, by its name or id.")
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

  @Option(
      names = "--create",
      description = "Create the organization and the teams that do not exist yet.")
  private boolean isCreating;

  @Override
  public Integer call() {
    EmailAddress address =
        EmailAddress.parse(email)
            .orElseThrow(() ->
                new ConfigFault(
                    "--email needs an e-mail address such as lee@example.com, not " + email));
    String shown = name.checked();
    Names.check("--organization", organization);
    teams.forEach(team -> Names.check("--team", team));
    try (Installation installation = isCreating ? store.openOrCreate() : store.open()) {
      Users users = installation.stores().users().users();
      if (users.findByEmail(address.text()).isPresent()) {
        throw taken(address);
      }
      Organization home = organization(installation);
      List<User.Membership> memberships = memberships(installation, home);
      var user =
          new User(
              Id.USER.draw(installation.random()),
              address.text(),
              shown,
              home.id(),
              role.stored(),
              memberships);
      String password = Secret.CLIENT.mint(installation.random()).reveal().substring(6, 30);
      RequestMoment now = installation.commandMoment();
      PasswordHash hashed = installation.passwords().hash(password, user.email(), now);
      if (!users.add(user, hashed, now)) {
        throw taken(address);
      }
      result.printDone(
          CommandJson.of(new StoreLookup(installation.stores()).user(user.email()), home)
              .put("password", password),
          user.email() + " can sign in with this password, shown once: " + password);
      return 0;
    }
  }

  private static ConfigFault taken(EmailAddress address) {
    return new ConfigFault("there is a user with the address " + address.text() + " already");
  }

  private Organization organization(Installation installation) {
    var lookup = new StoreLookup(installation.stores());
    return lookup
        .findOrganization(organization)
        .orElseGet(() -> {
          if (!isCreating) {
            throw new ConfigFault(
                lookup.missingOrganization(organization)
                    + " To create it with the user, add --create");
          }
          return createOrganization(installation);
        });
  }

  private Organization createOrganization(Installation installation) {
    var wanted = new CreateOrganization.Wanted(organization, kind, Optional.empty());
    return new OperatorActs(installation).createOrganization(wanted).organization().organization();
  }

  private List<User.Membership> memberships(Installation installation, Organization home) {
    var lookup = new StoreLookup(installation.stores());
    var memberships = new ArrayList<User.Membership>();
    for (String teamName : teams) {
      Team team =
          lookup
              .findTeam(teamName, home)
              .orElseGet(() -> {
                if (!isCreating) {
                  throw new ConfigFault(
                      lookup.missingTeam(teamName, home)
                          + " To create it with the user, add --create");
                }
                return new OperatorActs(installation).createTeam(teamName, home).team();
              });
      memberships.add(new User.Membership(team, role == User.Role.TEAM_ADMINISTRATOR));
    }
    return memberships;
  }
}
