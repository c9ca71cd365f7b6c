package dev.latchkey.cli.people;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.CommandJson;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.people.WantedPerson;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "change",
    mixinStandardHelpOptions = true,
    description = {
      "Change name, e-mail address, role or teams of a user. What is not named stays as it is.",
      "The access of apps to a team that the user leaves ends for ever, and so do links to an old address."
    },
    footer = {
      "  latchkey user change --email lee@example.com --role organization_administrator",
      "  latchkey user change --email lee@example.com --team Apollo --team Borealis"
    })
final class UserChangeCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private UserOption whom = new UserOption();

  @Option(names = "--name", paramLabel = "NAME", description = "The name that people see.")
  private @Nullable String name;

  @Option(
      names = "--new-email",
      paramLabel = "ADDRESS",
      description = "The e-mail address with which the user signs in from now on.")
  private @Nullable String newEmail;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description =
          "One of ${COMPLETION-CANDIDATES}. A team administrator administers all teams of the user.")
  private User.@Nullable Role role;

  @Option(
      names = "--team",
      paramLabel = "NAME",
      description = "A team the user belongs to, instead of the present ones; may be repeated.")
  private List<String> teams = List.of();

  @Override
  public Integer call() {
    try (Installation installation = store.open()) {
      ManagedUser known = whom.find(installation);
      WantedPerson wanted = wanted(known.user(), installation);
      ManagedUser changed = new OperatorActs(installation).changePerson(known, wanted);
      var lookup = new StoreLookup(installation.stores());
      result.printDone(
          CommandJson.of(changed, lookup.home(changed.user())), wanted.email() + " is changed");
      return 0;
    }
  }

  private WantedPerson wanted(User known, Installation installation) {
    return new WantedPerson(
        name == null ? known.name() : name.strip(),
        newEmail == null ? known.email() : EmailAddress.normal(newEmail),
        (role == null ? known.role() : role.stored()).name(),
        memberships(known, installation));
  }

  private List<User.Membership> memberships(User known, Installation installation) {
    var lookup = new StoreLookup(installation.stores());
    Organization home = lookup.home(known);
    List<Team> wanted =
        teams.isEmpty()
            ? known.teams().stream()
                .map(User.Membership::team)
                .filter(team -> team.organization().equals(home.id()))
                .toList()
            : teams.stream()
                .map(team ->
                    lookup
                        .findTeam(team, home)
                        .orElseThrow(() -> new ConfigFault(lookup.missingTeam(team, home))))
                .toList();
    return wanted.stream()
        .map(team -> new User.Membership(team, administers(known, team)))
        .toList();
  }

  private boolean administers(User known, Team team) {
    return role == null
        ? known.teams().stream()
            .anyMatch(each -> each.team().id().equals(team.id()) && each.administers())
        : role == User.Role.TEAM_ADMINISTRATOR;
  }
}
