package dev.latchkey.storage.operation;

import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.Id;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The calls of each day by outcome, in total for the credentials of an organization, and for all of
 * them; and the refused calls of each credential. {@link Usage} adds to these totals when it writes
 * the calls of the credentials, so a call costs nothing more.
 *
 * <p>A sum over the rows of 10,000 credentials would read 300,000 rows for each start page. A
 * refused call is only counted, once in memory and then here, so a flood of them never adds a line
 * to the audit log. A call without a valid token has no credential and is counted for everything
 * only. All nodes add to the same few rows, one after the other.
 */
public record DailyCalls(Database database) {
  /**
   * The rows that together count the calls of every organization, and those without one. Each batch
   * of each node adds to one of them: nodes would wait for each other if there was only one.
   */
  private static final List<String> EVERYWHERE =
      IntStream.range(0, 16).mapToObj(part -> part == 0 ? "" : "" + part).toList();

  private static final String ADMITTED = "ADMITTED";

  /** The totals of the last days. A reason for which no call was refused is left out. */
  public record Figures(CallsPerDay admitted, Map<CallRefusal, CallsPerDay> refused) {
    public Figures {
      refused = Map.copyOf(refused);
    }
  }

  /** Calls with one outcome. {@code client} is empty if the credential is unknown. */
  record Counted(Optional<Id.Client> client, LocalDate day, String outcome, long calls) {
    static Counted admitted(Id.Client client, LocalDate day, long calls) {
      return new Counted(Optional.of(client), day, ADMITTED, calls);
    }

    static Counted refused(Usage.RefusedDay day, long calls) {
      return new Counted(day.client(), day.date(), day.why().name(), calls);
    }

    boolean isRefused() {
      return !outcome.equals(ADMITTED);
    }
  }

  private record Total(String subject, LocalDate day, String outcome) {
    /** All nodes write in this order, so two nodes never wait for each other's row locks. */
    static final Comparator<Total> ORDER =
        Comparator.comparing(Total::subject)
            .thenComparing(Total::day)
            .thenComparing(Total::outcome);
  }

  /** Adds to the totals, in the transaction of the caller. */
  static int add(Sql sql, List<Counted> counted) throws SQLException {
    Map<String, String> organizations = organizations(sql, counted);
    String everywhere = EVERYWHERE.get(ThreadLocalRandom.current().nextInt(EVERYWHERE.size()));
    var totals = new TreeMap<Total, Long>(Total.ORDER);
    for (Counted each : counted) {
      Stream.concat(Stream.of(everywhere), subjects(each, organizations))
          .map(subject -> new Total(subject, each.day, each.outcome))
          .forEach(total -> totals.merge(total, each.calls, Long::sum));
    }
    return sql.updateEach(
        """
        INSERT INTO daily_calls (subject, day, outcome, calls)
        VALUES (?, ?, ?, ?)
        ON CONFLICT (subject, day, outcome) DO UPDATE SET calls = daily_calls.calls + excluded.calls
        """,
        totals.entrySet(),
        total -> {
          Total key = total.getKey();
          return List.of(key.subject, key.day, key.outcome, total.getValue());
        });
  }

  /**
   * The organization and the credential whose calls these are. A deleted credential has no
   * organization any more.
   */
  private static Stream<String> subjects(Counted counted, Map<String, String> organizations) {
    Optional<String> client = counted.client().map(Id::value);
    return Stream.of(
            client.map(organizations::get),
            client.filter(known -> counted.isRefused()).filter(organizations::containsKey))
        .flatMap(Optional::stream);
  }

  /** The organization of each of these credentials, by the client identifier. */
  private static Map<String, String> organizations(Sql sql, List<Counted> counted)
      throws SQLException {
    List<Id.Client> clients =
        counted.stream().flatMap(each -> each.client().stream()).distinct().toList();
    if (clients.isEmpty()) {
      return Map.of();
    }
    return sql
        .all(
            """
            SELECT client_id, organization_id
            FROM credentials
            WHERE client_id IN {clients}
            """
                .replace("{clients}", Usage.placeholders(clients)),
            row -> Map.entry(row.text("client_id"), row.text("organization_id")),
            clients.toArray())
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** The calls of the credentials of an organization. */
  public Figures of(Id.Organization organization, Instant now) {
    return figures(List.of(organization.value()), now);
  }

  /** All calls, also those without a valid token. */
  public Figures everywhere(Instant now) {
    return figures(EVERYWHERE, now);
  }

  /** The refused calls of a credential. */
  public Map<CallRefusal, CallsPerDay> refused(Id.Client client, Instant now) {
    return figures(List.of(client.value()), now).refused();
  }

  private Figures figures(List<String> subjects, Instant now) {
    LocalDate today = Usage.date(now);
    var found = new HashMap<String, Map<LocalDate, Long>>();
    for (Row row : rows(subjects, CallsPerDay.first(today))) {
      found.computeIfAbsent(row.outcome, outcome -> new HashMap<>()).put(row.day, row.calls);
    }
    var refused = new EnumMap<CallRefusal, CallsPerDay>(CallRefusal.class);
    Arrays.stream(CallRefusal.values())
        .filter(why -> found.containsKey(why.name()))
        .forEach(why ->
            refused.put(why, CallsPerDay.until(today, found.getOrDefault(why.name(), Map.of()))));
    return new Figures(CallsPerDay.until(today, found.getOrDefault(ADMITTED, Map.of())), refused);
  }

  private record Row(LocalDate day, String outcome, long calls) {}

  private List<Row> rows(List<String> subjects, LocalDate from) {
    return database.list(sql ->
        sql.all(
            """
            SELECT day, outcome, SUM(calls) AS calls
            FROM daily_calls
            WHERE subject IN {subjects}
              AND day >= ?
            GROUP BY day, outcome
            """
                .replace("{subjects}", Usage.placeholders(subjects)),
            row -> new Row(row.day("day"), row.text("outcome"), row.large("calls")),
            Stream.concat(subjects.stream(), Stream.of(from)).toArray()));
  }
}
