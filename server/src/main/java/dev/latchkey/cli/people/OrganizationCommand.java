package dev.latchkey.cli.people;

import dev.latchkey.api.ViewJson;
import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.ListOptions;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.NameOption;
import dev.latchkey.cli.option.OrganizationOption;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.person.Organization;
import dev.latchkey.people.CreateOrganization;
import dev.latchkey.storage.people.Organizations;
import java.util.List;
import java.util.Optional;
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
public final class OrganizationCommand {
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
      List<ObjectNode> rows = found.rows().stream().map(ViewJson::of).toList();
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
      @Mixin NameOption name,
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
    var wanted = new CreateOrganization.Wanted(name.text(), kind, Optional.ofNullable(team));
    try (Installation installation = store.open()) {
      var created = new OperatorActs(installation).createOrganization(wanted);
      ObjectNode json = ViewJson.of(created.organization());
      created.team().ifPresent(first -> json.set("team", ViewJson.of(first)));
      result.printDone(
          json,
          "created %s with the id %s"
              .formatted(wanted.name(), created.organization().orgId().value()));
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
      @Mixin NameOption name) {
    try (Installation installation = store.open()) {
      Organization known = which.find(installation);
      Organizations.View renamed =
          new OperatorActs(installation).renameOrganization(known, name.text());
      result.printDone(ViewJson.of(renamed), known.name() + " is now " + renamed.name());
      return 0;
    }
  }
}
