package dev.latchkey.cli;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Team;
import dev.latchkey.storage.Organizations;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "organization",
    mixinStandardHelpOptions = true,
    description = "Manage organizations without a browser.",
    synopsisSubcommandLabel = "COMMAND")
final class OrganizationCommand {
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List organizations by name.",
      footer = "  latchkey organization list --search acme")
  int list(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin ListOptions part) {
    try (Installation installation = store.open()) {
      var found =
          installation
              .stores()
              .users()
              .organizations()
              .find(part.text(), part.page(Organizations.Column.NAME));
      List<ObjectNode> rows = found.rows().stream().map(CommandJson::of).toList();
      result.printList(
          Listing.part("organizations", rows, found),
          List.of("org_id", "name", "kind", "teams", "users"));
      return 0;
    }
  }

  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description = "Create an organization. Its name must not be in use.",
      footer = "  latchkey organization create --name Acme --team Apollo")
  int create(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin NameOption shown,
      @Option(
              names = "--kind",
              paramLabel = "KIND",
              description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
              defaultValue = "MULTI_TEAM")
          Organization.Kind kind,
      @Option(
              names = "--team",
              paramLabel = "NAME",
              description = "Create this team in it as well.")
          @Nullable String team) {
    String name = shown.checked();
    if (team != null) {
      Names.check("--team", team);
    }
    try (Installation installation = store.open()) {
      requireUnused(name, installation);
      var foundation = new OrganizationCreation(installation);
      Organization created = foundation.organization(name, kind);
      ObjectNode json = CommandJson.of(created);
      if (team != null) {
        Team first = foundation.team(team, created);
        json.putObject("team").put("team_id", first.id().value()).put("name", first.name());
      }
      result.printDone(json, "created " + name + " with the id " + created.id().value());
      return 0;
    }
  }

  @Command(
      name = "rename",
      mixinStandardHelpOptions = true,
      description = "Give an organization another name, which must not be in use.",
      footer = "  latchkey organization rename --organization Acme --name \"Acme Europe\"")
  int rename(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin OrganizationOption which,
      @Mixin NameOption shown) {
    String name = shown.checked();
    try (Installation installation = store.open()) {
      Organization known = which.find(installation);
      requireUnused(name, installation);
      Organizations organizations = installation.stores().users().organizations();
      requireDone(organizations.rename(known, name, installation.commandMoment()));
      result.printDone(
          CommandJson.of(new Organization(known.id(), name, known.kind())),
          known.name() + " is now " + name);
      return 0;
    }
  }

  private static void requireUnused(String name, Installation installation) {
    if (new StoreLookup(installation.stores()).findOrganization(name).isPresent()) {
      throw new ConfigFault("there is an organization named " + name + " already");
    }
  }

  /** Refuses what another person has done at the same moment. */
  static void requireDone(Organizations.Outcome outcome) {
    switch (outcome) {
      case DONE -> {}
      case NAME_TAKEN -> throw new ConfigFault("the name is in use already");
      case EDIT_CONFLICT, NO_ROOM ->
          throw new ConfigFault("it was changed at the same moment. Try again");
    }
  }
}
