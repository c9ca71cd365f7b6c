package dev.latchkey.cli.credential;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.CommandJson;
import dev.latchkey.cli.option.NameOption;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.credential.CreateOrganizationCredential;
import dev.latchkey.credential.CreatePersonalCredential;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "create",
    mixinStandardHelpOptions = true,
    description = {
      "Create a credential. Its secret or its token is printed once, on standard output.",
      "With --organization it is an organization credential, which the owner must be allowed to create there."
          + " Otherwise it is a personal credential of the owner."
    },
    footer = {
      "  latchkey credential create --name \"Nightly export\" \\",
      "    --organization Acme --owner olga@example.com --scope read:issue:info",
      "  latchkey credential create --name Planner --owner lee@example.com \\",
      "    --scope read:issue:info --redirect-uri https://planner.example/callback"
    })
final class CredentialCreateCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private NameOption name = new NameOption();

  @Option(
      names = "--owner",
      required = true,
      paramLabel = "ADDRESS",
      description = "The e-mail address of the person who owns the credential.")
  private String owner = "";

  @Option(
      names = "--scope",
      required = true,
      paramLabel = "SCOPES",
      description = "The scopes, separated by commas.")
  private String scope = "";

  @Option(
      names = "--organization",
      paramLabel = "NAME",
      description = "Create an organization credential of this organization, by its name or id.")
  private @Nullable String organization;

  @Option(
      names = "--redirect-uri",
      paramLabel = "URI",
      description = "A redirect URI of a personal credential; may be repeated.")
  private List<String> redirectUris = List.of();

  @Option(
      names = "--option",
      paramLabel = "OPTION",
      description =
          "An option of a personal credential: ${COMPLETION-CANDIDATES}; may be repeated.")
  private Set<Credential.Option> options = Set.of();

  @Option(
      names = "--network",
      paramLabel = "NETWORK",
      description = "A network from which it can be used, such as 192.0.2.0/24; may be repeated.")
  private List<String> networks = List.of();

  @Mixin private ProfileOptions profile = new ProfileOptions();

  @Override
  public Integer call() {
    if (organization == null && redirectUris.isEmpty()) {
      throw new ConfigFault(
          "a personal credential needs --redirect-uri. For an organization credential add --organization");
    }
    var wanted =
        new WantedCredential(
            name.checked(),
            redirectUris,
            Scopes.parse(scope),
            options,
            String.join("\n", networks),
            profile.over(AppProfile.NONE));
    profile.checkLogo();
    try (Installation installation = store.open()) {
      var lookup = new StoreLookup(installation.stores());
      ManagedUser person = lookup.user(owner);
      if (person.state() == ManagedUser.State.DISABLED) {
        throw new ConfigFault(owner + " is disabled, and cannot own a new credential");
      }
      var acts = new OperatorCredentialActs(installation);
      if (organization == null) {
        print(acts, acts.createPersonal(person.user(), checked(wanted, person.user())));
      } else {
        checkNoneOfPersonal();
        Organization home = lookup.organization(organization);
        print(acts, acts.createOrganizational(person.user(), home, wanted));
      }
      return 0;
    }
  }

  private static WantedCredential checked(WantedCredential wanted, User owner) {
    wanted.options().stream()
        .filter(option -> !option.isFor(owner.role()))
        .findAny()
        .ifPresent(option -> {
          throw CredentialFlaws.notForOwner(option);
        });
    return wanted;
  }

  private void checkNoneOfPersonal() {
    if (!redirectUris.isEmpty() || !options.isEmpty()) {
      throw new ConfigFault(
          "an organization credential has no redirect URIs and no options. Omit --redirect-uri and --option, or --organization");
    }
  }

  private void print(OperatorCredentialActs acts, CreatePersonalCredential.Created made) {
    result.printIssued(
        CommandJson.of(profile.withLogo(made.credential(), acts))
            .put("client_secret", made.secret().reveal()),
        "client_secret");
  }

  private void print(OperatorCredentialActs acts, CreateOrganizationCredential.Created made) {
    ObjectNode json =
        CommandJson.of(profile.withLogo(made.credential(), acts))
            .put("access_token", made.token().reveal());
    result.printIssued(CommandJson.withEnd(json, made.life()), "access_token");
  }
}
