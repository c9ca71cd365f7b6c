package dev.latchkey.cli.option;

import dev.latchkey.app.Installation;
import dev.latchkey.model.person.Organization;
import picocli.CommandLine.Option;

/** The organization that a command is about. */
public final class OrganizationOption {
  @Option(
      names = "--organization",
      required = true,
      paramLabel = "NAME",
      description = "The organization, by its name or id.")
  private String organization = "";

  public Organization find(Installation installation) {
    return new StoreLookup(installation.stores()).organization(organization);
  }
}
