package dev.latchkey.cli.people;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.model.person.ManagedUser;
import picocli.CommandLine.Option;

/** The user whom a command is about. */
final class UserOption {
  @Option(
      names = "--email",
      required = true,
      paramLabel = "ADDRESS",
      description = "The e-mail address of the user.")
  private String email = "";

  static ConfigFault lastSuperAdministrator(String email) {
    return new ConfigFault(
        email
            + " is the last super administrator. Make another person one first:"
            + " latchkey user change --email … --role super_administrator");
  }

  ManagedUser find(Installation installation) {
    return new StoreLookup(installation.stores()).user(email);
  }
}
