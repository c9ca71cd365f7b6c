package dev.latchkey.cli;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Team;
import dev.latchkey.storage.Organizations;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "team",
    mixinStandardHelpOptions = true,
    description = "Manage teams without a browser.",
    synopsisSubcommandLabel = "COMMAND")
final class TeamCommand {
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List the teams of an organization.",
      footer = "  latchkey team list --organization Acme")
  int list(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin OrganizationOption where) {
    try (Installation installation = store.open()) {
      Organization home = where.find(installation);
      List<ObjectNode> rows =
          installation.stores().users().teams().of(home.id()).stream()
              .map(team -> CommandJson.of(team, home))
              .toList();
      result.printList(Listing.all("teams", rows), List.of("team_id", "name", "users"));
      return 0;
    }
  }

  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description = "Create a team in an organization.",
      footer = "  latchkey team create --organization Acme --name Rockets")
  int create(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin OrganizationOption where,
      @Mixin NameOption shown) {
    String name = shown.checked();
    try (Installation installation = store.open()) {
      Organization home = where.find(installation);
      Team created = new OrganizationCreation(installation).team(name, home);
      result.printDone(
          fields(created.id(), name, home),
          "created " + name + " with the id " + created.id().value());
      return 0;
    }
  }

  @Command(
      name = "rename",
      mixinStandardHelpOptions = true,
      description = "Give a team another name.",
      footer = "  latchkey team rename --organization Acme --team Rockets --name Engines")
  int rename(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin OrganizationOption where,
      @Option(
              names = "--team",
              required = true,
              paramLabel = "NAME",
              description = "The team, by its name or id.")
          String team,
      @Mixin NameOption shown) {
    String name = shown.checked();
    try (Installation installation = store.open()) {
      Organization home = where.find(installation);
      var lookup = new StoreLookup(installation.stores());
      Team known =
          lookup
              .findTeam(team, home)
              .orElseThrow(() -> new ConfigFault(lookup.missingTeam(team, home)));
      Organizations organizations = installation.stores().users().organizations();
      OrganizationCommand.requireDone(
          organizations.rename(known, name, installation.commandMoment()));
      result.printDone(fields(known.id(), name, home), known.name() + " is now " + name);
      return 0;
    }
  }

  private static ObjectNode fields(Id.Team id, String name, Organization home) {
    return Json.object()
        .put("team_id", id.value())
        .put("name", name)
        .put("org_id", home.id().value())
        .put("organization", home.name());
  }
}
