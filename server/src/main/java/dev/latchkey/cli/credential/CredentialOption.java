package dev.latchkey.cli.credential;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.model.credential.Credential;
import picocli.CommandLine.Option;

/** The credential that a command is about. */
final class CredentialOption {
  @Option(
      names = "--client-id",
      required = true,
      paramLabel = "ID",
      description = "The client identifier of the credential.")
  private String clientId = "";

  Credential find(Installation installation) {
    return new StoreLookup(installation.stores()).credential(clientId);
  }

  Credential.Personal findPersonal(Installation installation) {
    return switch (find(installation)) {
      case Credential.Personal personal -> personal;
      case Credential.Organizational _ ->
          throw new ConfigFault(
              clientId + " is an organization credential; this command is for personal ones");
    };
  }
}
