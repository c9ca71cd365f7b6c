package dev.latchkey.cli;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.AuditEntryView;
import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.LimitOption;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.audit.AuditRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = "Read and verify the audit log without a browser.",
    subcommands = {AuditHeadCommand.class, AuditExportCommand.class, AuditVerifyCommand.class},
    synopsisSubcommandLabel = "COMMAND")
final class AuditCommand {
  private static final int PAGE = 1_000;

  /** Whether an event happened. */
  enum Outcome {
    DONE,
    REFUSED
  }

  /** Which entries are printed. */
  static final class Which {
    @Mixin private LogFilter filter = new LogFilter();

    @Option(
        names = "--actor",
        paramLabel = "ADDRESS",
        description = "Only what this person has done.")
    private @Nullable String actor;

    @Option(
        names = "--about",
        paramLabel = "ADDRESS",
        description = "Only what concerns this person.")
    private @Nullable String about;

    @Option(
        names = "--event",
        paramLabel = "EVENT",
        description = "Only this event, such as sign_in; may be repeated.")
    private Set<AuditEvent> events = Set.of();

    @Option(
        names = "--outcome",
        paramLabel = "OUTCOME",
        description = "Only what was done, or was refused: ${COMPLETION-CANDIDATES}.")
    private @Nullable Outcome outcome;

    @Option(
        names = "--request",
        paramLabel = "ID",
        description = "Only of the request with this id.")
    private @Nullable String request;

    AuditSearch search(Stores stores, Instant now) {
      var lookup = new StoreLookup(stores);
      return new AuditSearch(
          filter.organization(lookup),
          new AuditSearch.Period(filter.from(now), filter.until(now)),
          person(actor, lookup),
          person(about, lookup),
          filter.client(lookup),
          events,
          Optional.ofNullable(outcome).map(Outcome.DONE::equals),
          filter.address(),
          Optional.ofNullable(request),
          new AuditSearch.Position.Newest());
    }

    private static Optional<Id.User> person(@Nullable String email, StoreLookup lookup) {
      return Optional.ofNullable(email).map(text -> lookup.user(text).user().id());
    }
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List entries of the audit log, the newest first.",
      footer = {
        "  latchkey audit list --outcome refused --limit 20",
        "  latchkey audit list --about lee@example.com --from 2026-03-01T00:00:00Z --json"
      })
  int list(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin Which which,
      @Mixin LimitOption most) {
    int limit = most.checked();
    try (Installation installation = store.open()) {
      Instant now = installation.commandMoment().at();
      AuditSearch search = which.search(installation.stores(), now);
      List<ObjectNode> rows =
          newest(installation.stores().operation().auditRecords(), search, limit);
      result.printList(
          Listing.all("entries", rows),
          List.of("at", "event", "outcome", "actor", "email", "address"));
      return 0;
    }
  }

  private static List<ObjectNode> newest(AuditRecords records, AuditSearch search, int limit) {
    var rows = new ArrayList<ObjectNode>();
    Optional<AuditSearch.Position> rest = Optional.of(search.position());
    while (rest.isPresent() && rows.size() < limit) {
      AuditRecords.Found found =
          records.page(search.at(rest.get()), Math.min(PAGE, limit - rows.size()));
      found.entries().stream()
          .map(entry -> ViewJson.of(AuditEntryView.of(entry)))
          .forEach(rows::add);
      rest = found.rest();
    }
    return rows;
  }
}
