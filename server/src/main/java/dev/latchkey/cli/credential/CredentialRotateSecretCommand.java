package dev.latchkey.cli.credential;

import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.CommandJson;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.credential.OrganizationTokens;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "rotate-secret",
    mixinStandardHelpOptions = true,
    description = {
      "Issue a new client secret, or a new token of an organization credential, and print it once.",
      "The old secret stays active until it is retired; the old tokens until the end of the overlap."
    },
    footer = "  latchkey credential rotate-secret --client-id cli_… --overlap hour")
final class CredentialRotateSecretCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private CredentialOption which = new CredentialOption();

  @Option(
      names = "--overlap",
      paramLabel = "TIME",
      description =
          "How long the old tokens of an organization credential stay active:"
              + " ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
      defaultValue = "DAY")
  private OrganizationTokens.Overlap overlap = OrganizationTokens.Overlap.DAY;

  @Override
  public Integer call() {
    try (Installation installation = store.open()) {
      switch (which.find(installation)) {
        case Credential.Personal personal -> addSecret(installation, personal);
        case Credential.Organizational machine -> reissue(installation, machine);
      }
      return 0;
    }
  }

  private void addSecret(Installation installation, Credential.Personal personal) {
    Secret.Client secret = new OperatorCredentialActs(installation).addSecret(personal.clientId());
    result.printIssued(
        Json.object()
            .put("client_id", personal.clientId().value())
            .put("client_secret", secret.reveal()),
        "client_secret");
  }

  private void reissue(Installation installation, Credential.Organizational machine) {
    var reissued = new OperatorCredentialActs(installation).reissueToken(machine, overlap);
    ObjectNode json =
        Json.object()
            .put("client_id", machine.clientId().value())
            .put("access_token", reissued.token().reveal());
    result.printIssued(CommandJson.withEnd(json, reissued.life()), "access_token");
  }
}
