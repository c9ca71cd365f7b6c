package dev.latchkey.cli;

import dev.latchkey.Installation;
import dev.latchkey.http.Json;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Team;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            @Mixin StoreOptions store,
            @Mixin ResultOptions result,
            @Mixin OrganizationOption where) {
        try (Installation installation = store.open()) {
            Organization home = where.find(installation);
            List<ObjectNode> rows =
                    installation.stores().users().teams().of(home.id()).stream()
                            .map(team -> Fields.of(team, home))
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
            Team created = new Foundation(installation).team(name, home);
            result.printDone(
                    Json.object()
                            .put("team_id", created.id().value())
                            .put("name", name)
                            .put("org_id", home.id().value())
                            .put("organization", home.name()),
                    "created " + name + " with the id " + created.id().value());
            return 0;
        }
    }
}
