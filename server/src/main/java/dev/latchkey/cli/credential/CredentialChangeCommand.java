package dev.latchkey.cli.credential;

import dev.latchkey.api.ViewJson;
import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.CommandJson;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "change",
    mixinStandardHelpOptions = true,
    description = {
      "Change a credential. What is not named stays as it is.",
      "A changed scope is that of new tokens: what was issued or allowed before keeps its own."
    },
    footer = {
      "  latchkey credential change --client-id cli_… \\",
      "    --scope read:issue:info,write:issue:info",
      "  latchkey credential change --client-id cli_… \\",
      "    --network 192.0.2.0/24 --network 2001:db8::/32"
    })
final class CredentialChangeCommand implements Callable<Integer> {
  /** Instead of values, if there are to be none. */
  private static final String NONE = "none";

  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private CredentialOption which = new CredentialOption();

  @Option(names = "--name", paramLabel = "NAME", description = "The name that people see.")
  private @Nullable String name;

  @Option(
      names = "--scope",
      paramLabel = "SCOPES",
      description = "The scopes, separated by commas.")
  private @Nullable String scope;

  @Option(
      names = "--redirect-uri",
      paramLabel = "URI",
      description =
          "A redirect URI of a personal credential, instead of the present ones; may be repeated.")
  private List<String> redirectUris = List.of();

  @Option(
      names = "--option",
      paramLabel = "OPTION",
      description =
          "An option of a personal credential, instead of the present ones; may be repeated. none: no option.")
  private List<String> options = List.of();

  @Option(
      names = "--network",
      paramLabel = "NETWORK",
      description =
          "A network from which it can be used, instead of the present ones; may be repeated. none: from everywhere.")
  private List<String> networks = List.of();

  @Mixin private ProfileOptions profile = new ProfileOptions();

  @Override
  public Integer call() {
    try (Installation installation = store.open()) {
      Credential known = which.find(installation);
      var acts = new OperatorCredentialActs(installation);
      Credential changed =
          profile.withLogo(acts.changeCredential(known, wanted(known, installation)), acts);
      result.printDone(CommandJson.of(changed), changed.name() + " is changed");
      return 0;
    }
  }

  /** What was named, over what is stored. */
  private WantedCredential wanted(Credential known, Installation installation) {
    if (known instanceof Credential.Organizational
        && !(redirectUris.isEmpty() && options.isEmpty())) {
      throw new ConfigFault(
          "an organization credential has no redirect URIs and no options. Omit --redirect-uri and --option");
    }
    WantedCredential stored = WantedCredential.of(known);
    return new WantedCredential(
        name == null ? stored.name() : name.strip(),
        redirectUris.isEmpty() ? stored.redirectUris() : redirectUris,
        scope == null ? stored.scope() : Scopes.parse(scope),
        options.isEmpty() ? stored.options() : options(known, installation),
        networks.isEmpty() ? stored.networks() : String.join("\n", values(networks)),
        profile.over(stored.profile()));
  }

  private static List<String> values(List<String> named) {
    return named.equals(List.of(NONE)) ? List.of() : named;
  }

  private Set<Credential.Option> options(Credential known, Installation installation) {
    User.Role owner =
        installation
            .stores()
            .users()
            .administration()
            .find(known.owner())
            .orElseThrow()
            .user()
            .role();
    Set<Credential.Option> wanted =
        values(options).stream().map(CredentialChangeCommand::option).collect(Collectors.toSet());
    for (Credential.Option option : wanted) {
      if (!option.isFor(owner)) {
        throw CredentialFlaws.notForOwner(option);
      }
    }
    return wanted;
  }

  private static Credential.Option option(String text) {
    return Arrays.stream(Credential.Option.values())
        .filter(option -> ViewJson.code(option).equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(() ->
            new ConfigFault(
                "there is no option %s. The options are %s"
                    .formatted(
                        text,
                        Arrays.stream(Credential.Option.values())
                            .map(ViewJson::code)
                            .collect(Collectors.joining(", ")))));
  }
}
