package dev.latchkey.cli.people;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.ApprovalView;
import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.CommandMail;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.OrganizationOption;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.people.policy.DecideOnPublicClient;
import dev.latchkey.people.policy.DecideOnPublicClient.Allowing;
import dev.latchkey.storage.publicclient.PublicClientReview;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "approval",
    mixinStandardHelpOptions = true,
    description = "Decide about the apps without a credential that people ask for.",
    synopsisSubcommandLabel = "COMMAND")
public final class ApprovalCommand {
  /** The app that a command is about, and what the people who asked are told. */
  static final class App {
    @Option(
        names = "--app",
        required = true,
        paramLabel = "APP",
        description = "The app, by the address or the identifier that the list has.")
    private String key = "";

    @Option(names = "--note", paramLabel = "TEXT", description = "A note to the people who asked.")
    private String note = "";

    private PublicClientReview.Listed find(Installation installation, Organization home) {
      return installation
          .stores()
          .credentials()
          .publicClientReview()
          .find(home.id(), key)
          .orElseThrow(() ->
              new ConfigFault(
                  "nobody in %s has asked for %s. To list the apps: latchkey approval list --organization …"
                      .formatted(home.name(), key)));
    }
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List the apps that wait for a decision, and the newest decisions.",
      footer = "  latchkey approval list --organization Acme")
  int list(
      @Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin OrganizationOption where) {
    try (Installation installation = store.open()) {
      Organization home = where.find(installation);
      List<ObjectNode> rows =
          installation.stores().credentials().publicClientReview().list(home.id()).stream()
              .map(ApprovalView::of)
              .map(ViewJson::of)
              .toList();
      result.printList(
          Listing.all("approvals", rows), List.of("app", "name", "state", "scopes", "asked_at"));
      return 0;
    }
  }

  @Command(
      name = "allow",
      mixinStandardHelpOptions = true,
      description = "Let an app in. It gets a credential with these scopes.",
      footer = {
        "  latchkey approval allow --organization Acme --app https://… \\",
        "    --owner olga@example.com --scope read:issue:info"
      })
  int allow(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin OrganizationOption where,
      @Mixin App app,
      @Mixin Terms terms) {
    try (Installation installation = store.open()) {
      return decide(
          installation, result, where.find(installation), app, Optional.of(terms.of(installation)));
    }
  }

  /** With what an app is let in. */
  static final class Terms {
    @Option(
        names = "--owner",
        required = true,
        paramLabel = "ADDRESS",
        description = "The administrator of the organization who owns the credential.")
    private String owner = "";

    @Option(
        names = "--scope",
        required = true,
        paramLabel = "SCOPES",
        description = "Scopes that the app asked for, separated by commas.")
    private String scope = "";

    @Option(
        names = "--days",
        paramLabel = "N",
        description = "How long people can allow it at most; as the policy says, if left out.")
    private @Nullable Integer days;

    private Allowing of(Installation installation) {
      var person = new StoreLookup(installation.stores()).user(owner).user();
      return new Allowing(person, Scopes.parse(scope), Optional.ofNullable(days));
    }
  }

  @Command(
      name = "deny",
      mixinStandardHelpOptions = true,
      description = "Deny an app.",
      footer = "  latchkey approval deny --organization Acme --app https://…")
  int deny(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin OrganizationOption where,
      @Mixin App app) {
    try (Installation installation = store.open()) {
      return decide(installation, result, where.find(installation), app, Optional.empty());
    }
  }

  private static int decide(
      Installation installation,
      ResultOptions result,
      Organization home,
      App app,
      Optional<Allowing> allowing) {
    PublicClientReview.Listed listed = app.find(installation, home);
    var seen =
        new DecideOnPublicClient.Seen(
            listed.app().key(),
            listed.state(),
            installation.stores().credentials().clientPolicies().of(home.id()).version());
    var decided =
        new OperatorActs(installation)
            .decide(home, new DecideOnPublicClient.Decision(seen, allowing, app.note));
    boolean isMailed = new CommandMail(installation).sendDecision(decided);
    result.printDone(
        ViewJson.of(ApprovalView.of(app.find(installation, home))).put("mailed", isMailed),
        decided.app().name()
            + (decided.allowed().isPresent() ? " is allowed in " : " is denied in ")
            + home.name());
    return 0;
  }
}
