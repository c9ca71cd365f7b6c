package dev.latchkey.cli.credential;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.credential.ClientSecrets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "retire-secret",
    mixinStandardHelpOptions = true,
    description = "Retire one of two active client secrets, at once and on every node.",
    footer = "  latchkey credential retire-secret --client-id cli_… --ending x7Qa")
final class CredentialRetireSecretCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private CredentialOption which = new CredentialOption();

  @Option(
      names = "--ending",
      required = true,
      paramLabel = "XXXX",
      description = "The last four characters of the secret.")
  private String ending = "";

  @Override
  public Integer call() {
    try (Installation installation = store.open()) {
      Credential.Personal personal = which.findPersonal(installation);
      String client = personal.clientId().value();
      ClientSecrets.View chosen =
          find(installation.stores().credentials().secrets().of(personal.clientId()));
      new OperatorCredentialActs(installation).retireSecret(personal.clientId(), chosen);
      result.printDone(
          Json.object().put("client_id", client).put("retired", ending),
          "retired the secret that ends with " + ending);
      return 0;
    }
  }

  private ClientSecrets.View find(List<ClientSecrets.View> active) {
    return active.stream()
        .filter(secret -> secret.ending().equals(ending))
        .findFirst()
        .orElseThrow(() ->
            new ConfigFault(
                "there is no active secret that ends with "
                    + ending
                    + ". The active ones end with "
                    + active.stream()
                        .map(ClientSecrets.View::ending)
                        .collect(Collectors.joining(", "))));
  }
}
