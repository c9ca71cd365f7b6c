package dev.latchkey.cli.people;

import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.model.Id;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** An organization or the platform, for commands about what either can have. */
final class PlaceOption {
  @Option(
      names = "--organization",
      required = true,
      paramLabel = "NAME",
      description = "Those of this organization, by its name or id.")
  private @Nullable String organization;

  /** That it is there says that no organization is meant. */
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = "--platform",
      required = true,
      description = "Those of the platform, and what concerns all organizations.")
  private boolean isPlatform;

  /** Empty for the platform. */
  Optional<Id.Organization> find(Installation installation) {
    return Optional.ofNullable(organization)
        .map(name -> new StoreLookup(installation.stores()).organization(name).id());
  }
}
