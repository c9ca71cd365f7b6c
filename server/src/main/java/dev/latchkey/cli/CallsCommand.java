package dev.latchkey.cli;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.CallView;
import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.LimitOption;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.call.CallBlocks;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "calls",
    mixinStandardHelpOptions = true,
    description = "Read the request log without a browser.",
    subcommands = {
      CallGapsCommand.class,
      CallRoutesCommand.class,
      CallSettingsCommand.class,
      CallChangeCommand.class
    },
    synopsisSubcommandLabel = "COMMAND")
final class CallsCommand {
  private static final int PAGE = 1_000;
  private static final int NEWEST = 100;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final List<String> COLUMNS =
      List.of(
          "at", "status", "method", "path", "reason", "missing_scopes", "address", "request_id");

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Which calls are printed. */
  static final class Which {
    @Mixin private LogFilter filter = new LogFilter();

    @Option(names = "--person", paramLabel = "ADDRESS", description = "Only those for this person.")
    private @Nullable String person;

    @Option(
        names = "--outcome",
        paramLabel = "OUTCOME",
        description = "Only those that ended so: ${COMPLETION-CANDIDATES}.")
    private RecordedCall.@Nullable Outcome outcome;

    @Option(
        names = "--reason",
        paramLabel = "REASON",
        description = "Only those refused for this reason, such as missing_scope.")
    private @Nullable CallReason reason;

    @Option(
        names = "--status",
        paramLabel = "N",
        description = "Only those with this status, such as 403, or 4 for all from 400 to 499.")
    private @Nullable Integer status;

    @Option(names = "--method", paramLabel = "METHOD", description = "Only this method.")
    private @Nullable String method;

    @Option(
        names = "--route",
        paramLabel = "PATTERN",
        description = "Only those of this route, as latchkey routes prints it.")
    private @Nullable String route;

    @Option(
        names = "--ending",
        paramLabel = "CHARS",
        description = "Only with the token that ends with these four characters.")
    private @Nullable String ending;

    CallSearch search(Stores stores, Instant now) {
      var lookup = new StoreLookup(stores);
      Optional<Id.Client> client = filter.client(lookup);
      return new CallSearch(
          of(client, lookup),
          new CallSearch.Period(filter.from(now), filter.until(now)),
          new CallSearch.Filter(
              Optional.empty(),
              Optional.ofNullable(outcome),
              Optional.ofNullable(reason),
              Optional.ofNullable(status),
              Optional.ofNullable(method),
              Optional.ofNullable(route),
              client,
              Optional.ofNullable(person).map(email -> lookup.user(email).user().id()),
              filter.address(),
              Optional.ofNullable(ending)));
    }

    /** The narrowest of what is named, because the others are compared with each call. */
    private CallSearch.Of of(Optional<Id.Client> client, StoreLookup lookup) {
      return filter
          .organization(lookup)
          .<CallSearch.Of>map(CallSearch.Of.Organization::new)
          .or(() -> client.map(CallSearch.Of.Credential::new))
          .orElseGet(CallSearch.Of.Everything::new);
    }
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List calls of the request log, the newest first.",
      footer = {
        "  latchkey calls list --outcome refused --limit 20",
        "  latchkey calls list --status 4 --from 2026-03-01T00:00:00Z --json"
      })
  int list(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin Which which,
      @Mixin LimitOption most) {
    int limit = most.checked();
    try (Installation installation = store.open()) {
      CallSearch search = which.search(installation.stores(), installation.commandMoment().at());
      CallBlocks blocks = installation.stores().operation().calls().blocks();
      result.printList(Listing.all("calls", newest(blocks, search, limit)), COLUMNS);
      return 0;
    }
  }

  private static List<ObjectNode> newest(CallBlocks blocks, CallSearch search, int limit) {
    var rows = new ArrayList<ObjectNode>();
    Optional<RecordedCall.Place> before = Optional.empty();
    do {
      CallBlocks.Found found = blocks.page(search, before, Math.min(PAGE, limit - rows.size()));
      found.calls().stream().map(call -> ViewJson.of(CallView.of(call))).forEach(rows::add);
      before = found.rest();
    } while (before.isPresent() && rows.size() < limit);
    return rows;
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show the call with the X-Request-Id of an answer.",
      footer = "  latchkey calls show 1k8fmosvohsdpq5ga5")
  int show(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Parameters(paramLabel = "ID", description = "The id of the request.") String id) {
    try (Installation installation = store.open()) {
      RecordedCall call =
          installation
              .stores()
              .operation()
              .calls()
              .blocks()
              .find(new CallSearch.Of.Everything(), id)
              .orElseThrow(() ->
                  new ConfigFault(
                      "There is no call with this id in the request log. The oldest calls are"
                          + " deleted first."));
      result.printFields(ViewJson.of(CallView.of(call)));
      return 0;
    }
  }

  @Command(
      name = "tail",
      mixinStandardHelpOptions = true,
      description = "Print calls as they come, one in a line, until Ctrl-C.",
      footer = "  latchkey calls tail --outcome refused")
  int tail(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin Which which) {
    PrintWriter out = spec.commandLine().getOut();
    try (Installation installation = store.open()) {
      CallSearch search = which.search(installation.stores(), installation.commandMoment().at());
      CallBlocks blocks = installation.stores().operation().calls().blocks();
      Set<String> seen = ids(blocks.page(search, Optional.empty(), NEWEST).calls());
      while (!Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        List<RecordedCall> newest = blocks.page(search, Optional.empty(), NEWEST).calls();
        for (RecordedCall call : newest.reversed()) {
          if (!seen.contains(call.id())) {
            out.println(line(ViewJson.of(CallView.of(call)), result.isJson()));
          }
        }
        out.flush();
        seen = ids(newest);
      }
      return 0;
    }
  }

  private static String line(ObjectNode call, boolean isJson) {
    return isJson
        ? call.toString()
        : COLUMNS.stream()
            .map(column -> call.path(column).asString("-"))
            .collect(Collectors.joining("  "));
  }

  private static Set<String> ids(List<RecordedCall> calls) {
    return calls.stream().map(RecordedCall::id).collect(Collectors.toCollection(HashSet::new));
  }
}
