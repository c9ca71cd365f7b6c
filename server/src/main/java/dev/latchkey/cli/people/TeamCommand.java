package dev.latchkey.cli.people;

import dev.latchkey.api.ViewJson;
import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.NameOption;
import dev.latchkey.cli.option.OrganizationOption;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.storage.people.Teams;
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
public final class TeamCommand {
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
              .map(team -> json(team, home))
              .toList();
      result.printList(Listing.all("teams", rows), List.of("team_id", "name", "members"));
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
      @Mixin NameOption name) {
    try (Installation installation = store.open()) {
      Organization home = where.find(installation);
      Teams.View created = new OperatorActs(installation).createTeam(name.text(), home);
      result.printDone(
          json(created, home),
          "created " + created.name() + " with the id " + created.teamId().value());
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
      @Mixin NameOption name) {
    try (Installation installation = store.open()) {
      Organization home = where.find(installation);
      var lookup = new StoreLookup(installation.stores());
      Team known =
          lookup
              .findTeam(team, home)
              .orElseThrow(() -> new ConfigFault(lookup.missingTeam(team, home)));
      Teams.View renamed = new OperatorActs(installation).renameTeam(known, name.text());
      result.printDone(json(renamed, home), known.name() + " is now " + renamed.name());
      return 0;
    }
  }

  private static ObjectNode json(Teams.View team, Organization home) {
    return ViewJson.of(team).put("organization", home.name());
  }
}
