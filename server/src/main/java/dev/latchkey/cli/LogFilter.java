package dev.latchkey.cli;

import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.model.Id;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The filters that the audit log and the request log have in common. */
final class LogFilter {
  @Option(
      names = "--organization",
      paramLabel = "NAME",
      description = "Only those of this organization, by its name or id.")
  private @Nullable String organization;

  @Option(
      names = "--client-id",
      paramLabel = "ID",
      description = "Only those that concern this credential.")
  private @Nullable String clientId;

  @Option(names = "--address", paramLabel = "IP", description = "Only from this address.")
  private @Nullable String address;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = {"Only from this time on, such as", "2026-03-01T12:00:00Z."})
  private @Nullable String from;

  @Option(names = "--until", paramLabel = "TIME", description = "Only before this time.")
  private @Nullable String until;

  Optional<Id.Organization> organization(StoreLookup lookup) {
    return Optional.ofNullable(organization).map(name -> lookup.organization(name).id());
  }

  Optional<Id.Client> client(StoreLookup lookup) {
    return Optional.ofNullable(clientId).map(id -> lookup.credential(id).clientId());
  }

  Optional<String> address() {
    return Optional.ofNullable(address);
  }

  Optional<Instant> from(Instant now) {
    return Optional.ofNullable(from).map(text -> FileArguments.time("--from", text, now));
  }

  Optional<Instant> until(Instant now) {
    return Optional.ofNullable(until).map(text -> FileArguments.time("--until", text, now));
  }
}
