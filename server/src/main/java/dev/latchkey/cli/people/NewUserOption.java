package dev.latchkey.cli.people;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.NameOption;
import dev.latchkey.cli.option.Names;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.people.CreateOrganization;
import dev.latchkey.people.WantedPerson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A user who is created in an organization and its teams. */
final class NewUserOption {
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

  /** Opens the store if what was entered can be stored. */
  Installation open(StoreOptions store) {
    address();
    name.checked();
    Names.check("--organization", organization);
    teams.forEach(team -> Names.check("--team", team));
    return isCreating ? store.openOrCreate() : store.open();
  }

  private String address() {
    return EmailAddress.parse(email)
        .map(EmailAddress::text)
        .orElseThrow(() -> Names.noAddress("--email", email));
  }

  static ConfigFault taken(String address) {
    return new ConfigFault("there is a user with the address " + address + " already");
  }

  /** The organization of the user, which is created only if the user can be. */
  Organization home(Installation installation) {
    if (installation.stores().users().directory().findByEmail(address()).isPresent()) {
      throw taken(address());
    }
    return organization(installation);
  }

  WantedPerson wanted(Installation installation, Organization home) {
    return new WantedPerson(
        name.checked(), address(), role.stored().name(), memberships(installation, home));
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
