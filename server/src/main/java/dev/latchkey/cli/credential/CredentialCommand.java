package dev.latchkey.cli.credential;

import dev.latchkey.api.ViewJson;
import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.CommandJson;
import dev.latchkey.cli.option.ListOptions;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.cli.option.YesOption;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.query.TableRows;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "credential",
    mixinStandardHelpOptions = true,
    description = "Manage credentials without a browser.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      CredentialCreateCommand.class,
      CredentialChangeCommand.class,
      CredentialRotateSecretCommand.class,
      CredentialRetireSecretCommand.class,
      CredentialTransferCommand.class
    })
public final class CredentialCommand {
  /** Whose credentials are listed. */
  static final class Whose {
    @Option(
        names = "--organization",
        required = true,
        paramLabel = "NAME",
        description = "Those of this organization and of its members, by its name or id.")
    private @Nullable String organization;

    @Option(
        names = "--owner",
        required = true,
        paramLabel = "ADDRESS",
        description = "The personal credentials of this person.")
    private @Nullable String owner;
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List the credentials of an organization or of a person.",
      footer = "  latchkey credential list --organization Acme --search export")
  int list(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin ListOptions part,
      @ArgGroup(multiplicity = "1") Whose whose) {
    try (Installation installation = store.open()) {
      TableRows<CredentialLists.Listed> found = find(installation, whose, part);
      List<ObjectNode> rows = found.rows().stream().map(CommandJson::of).toList();
      result.printList(
          Listing.part("credentials", rows, found),
          List.of("client_id", "name", "type", "state", "owner_email", "active_tokens"));
      return 0;
    }
  }

  private static TableRows<CredentialLists.Listed> find(
      Installation installation, Whose whose, ListOptions part) {
    var lookup = new StoreLookup(installation.stores());
    CredentialLists lists = installation.stores().credentials().lists();
    var search = CredentialLists.Search.of(part.text(), part.page(CredentialLists.Column.NAME));
    RequestMoment now = installation.commandMoment();
    if (whose.organization != null) {
      return lists.of(lookup.organization(whose.organization).id(), search, now);
    }
    return lists.ownedBy(lookup.user(String.valueOf(whose.owner)).user().id(), search, now);
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description =
          "Show a credential with its owner, the endings of its secrets, and an open transfer.",
      footer = "  latchkey credential show --client-id cli_… --json")
  int show(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin CredentialOption which) {
    try (Installation installation = store.open()) {
      result.printFields(fields(installation, which.find(installation)));
      return 0;
    }
  }

  @Command(
      name = "access",
      mixinStandardHelpOptions = true,
      description = {
        "Show what a credential can reach, whose consents and tokens it has, and who can see and",
        "manage it. The calls are those of the configuration."
      },
      footer = "  latchkey credential access --client-id cli_… --json")
  int access(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin CredentialOption which) {
    try (Installation installation = store.open()) {
      var access = installation.effectiveAccess(installation.settings().platform()::routes);
      var reach = access.of(which.find(installation), installation.commandMoment());
      result.printFields(ViewJson.of(reach));
      return 0;
    }
  }

  private static ObjectNode fields(Installation installation, Credential credential) {
    CredentialStores stores = installation.stores().credentials();
    RequestMoment now = installation.commandMoment();
    ManagedUser owner =
        installation.stores().users().administration().find(credential.owner()).orElseThrow();
    var outstanding = stores.credentials().outstanding(credential, now);
    ObjectNode json =
        CommandJson.of(credential)
            .put("organization", new StoreLookup(installation.stores()).home(credential).name())
            .put("owner_email", owner.user().email())
            .put("owner_state", ViewJson.code(owner.state()))
            .put("active_tokens", outstanding.tokens().shown());
    if (credential instanceof Credential.Personal) {
      var secrets = json.putArray("client_secrets");
      stores.secrets().of(credential.clientId()).forEach(one -> secrets.add(ViewJson.of(one)));
    }
    stores
        .offers()
        .of(credential.clientId(), now)
        .ifPresent(offer ->
            json.putObject("transfer")
                .put("to_user_id", offer.to().value())
                .put("expires_at", offer.expiresAt().toString()));
    return json;
  }

  @Command(
      name = "delete",
      mixinStandardHelpOptions = true,
      description =
          "Delete a credential: its codes, tokens and secrets end at once, on every node. It asks before.",
      footer = "  latchkey credential delete --client-id cli_… --yes")
  int delete(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin CredentialOption which,
      @Mixin YesOption confirmation) {
    try (Installation installation = store.open()) {
      Credential credential = which.find(installation);
      var credentials = installation.stores().credentials().credentials();
      int tokens =
          credentials.outstanding(credential, installation.commandMoment()).tokens().shown();
      confirmation.ask(
          "deletes %s (%s) for good; active tokens: %,d"
              .formatted(credential.name(), credential.clientId().value(), tokens));
      new OperatorCredentialActs(installation).deleteCredential(credential);
      result.printDone(
          Json.object().put("client_id", credential.clientId().value()).put("deleted", true),
          "deleted " + credential.name() + " (" + credential.clientId().value() + ")");
      return 0;
    }
  }

  @Command(
      name = "withdraw-transfer",
      mixinStandardHelpOptions = true,
      description = "Withdraw the offer of a personal credential to another person.",
      footer = "  latchkey credential withdraw-transfer --client-id cli_…")
  int withdrawTransfer(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin CredentialOption which) {
    try (Installation installation = store.open()) {
      Credential.Personal personal = which.findPersonal(installation);
      boolean isChanged = new OperatorCredentialActs(installation).withdrawOffer(personal);
      result.printDone(
          Json.object().put("client_id", personal.clientId().value()).put("changed", isChanged),
          isChanged
              ? "withdrew the offer of " + personal.name()
              : personal.name() + " is not offered to anybody");
      return 0;
    }
  }
}
