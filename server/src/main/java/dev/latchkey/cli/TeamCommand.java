package dev.latchkey.cli;

import dev.latchkey.Installation;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.http.Json;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Team;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "team",
        mixinStandardHelpOptions = true,
        description = "Manage teams without a browser.",
        synopsisSubcommandLabel = "COMMAND")
final class TeamCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new ConfigFault("name a command, for example: latchkey team list --help");
    }

    static final class Home {
        @Option(
                names = "--organization",
                required = true,
                paramLabel = "NAME",
                description = "The organization, by its name or id.")
        private String organization = "";

        private Organization find(Installation installation) {
            return new StoreLookup(installation.stores()).organization(organization);
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the teams of an organization.")
    int list(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin Home where) {
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
            description = "Create a team in an organization.")
    int create(
            @Mixin StoreOptions store,
            @Mixin ResultOptions result,
            @Mixin Home where,
            @Option(
                            names = "--name",
                            required = true,
                            paramLabel = "NAME",
                            description = "The name of the team.")
                    String name) {
        Names.check("--name", name);
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
