package dev.latchkey.storage.operation;

import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.storage.database.Database;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How often credentials are used, and when tokens and secrets were used last. Every node adds to
 * the same rows. Therefore each statement combines its values with those in the row, in whatever
 * order they arrive.
 */
public record Usage(Database database) {
  /** The time of the first use, and the moment of the last use with its address. */
  public record Period(Instant first, RequestMoment last) {
    public static Period at(RequestMoment once) {
      return new Period(once.at(), once);
    }
  }

  private static final String EVERY_CALL = "";

  private static final Comparator<Day> DAYS =
      Comparator.comparing((Day day) -> day.client().value())
          .thenComparing(day -> day.scope().orElse(EVERY_CALL))
          .thenComparing(Day::date);

  /**
   * A day of a credential. With a scope it stands for the calls that needed the scope, without a
   * scope for all calls.
   */
  public record Day(Id.Client client, Optional<String> scope, LocalDate date) {}

  /**
   * A day of a credential on which calls were refused for this reason. Without a credential it
   * stands for the calls that carried no valid token.
   */
  public record RefusedDay(Optional<Id.Client> client, CallRefusal why, LocalDate date) {}

  public void addCalls(Map<Day, Long> calls) {
    List<Map.Entry<Day, Long>> counts = inOrder(calls, DAYS);
    List<DailyCalls.Counted> admitted =
        counts.stream()
            .filter(count -> count.getKey().scope().isEmpty())
            .map(count ->
                DailyCalls.Counted.admitted(
                    count.getKey().client(), count.getKey().date(), count.getValue()))
            .toList();
    database.run(sql -> {
      sql.updateEach(
          """
          INSERT INTO usage (client_id, scope, day, calls)
          VALUES (?, ?, ?, ?)
          ON CONFLICT (client_id, scope, day) DO UPDATE SET calls = usage.calls + excluded.calls
          """,
          counts,
          count -> {
            Day day = count.getKey();
            return List.of(
                day.client(), day.scope().orElse(EVERY_CALL), day.date(), count.getValue());
          });
      DailyCalls.add(sql, admitted);
    });
  }

  public void addRefusals(Map<RefusedDay, Long> refusals) {
    List<DailyCalls.Counted> refused =
        refusals.entrySet().stream()
            .map(count -> DailyCalls.Counted.refused(count.getKey(), count.getValue()))
            .toList();
    database.run(sql -> DailyCalls.add(sql, refused));
  }

  public void useCredentials(Map<Id.Client, Period> uses) {
    database.run(sql ->
        sql.updateEach(
            """
            UPDATE credentials
            SET last_used_at = ?, last_used_from = ?
            WHERE client_id = ?
              AND last_used_at <= ?
            """,
            inOrder(uses, Comparator.comparing(Id::value)),
            use -> {
              RequestMoment last = use.getValue().last();
              return List.of(last.at(), last.address(), use.getKey(), last.at());
            }));
  }

  /** Whether a use of a grant at this time is the first one that is known of this day. */
  public static boolean isFirstOfDay(Instant lastUse, Instant now) {
    return date(lastUse).isBefore(date(now));
  }

  /**
   * Each grant is in a page of its own, and every token in use has one. Therefore at most one use
   * of a day is written.
   */
  public void useGrants(Map<Id.Grant, Instant> uses) {
    database.run(sql ->
        sql.updateEach(
            """
            UPDATE grants
            SET first_used_at = COALESCE(first_used_at, ?), last_used_at = ?
            WHERE grant_id = ?
              AND (last_used_at IS NULL OR last_used_at < ?)
            """,
            inOrder(uses, Comparator.comparing(Id::value)),
            use -> {
              Instant at = use.getValue();
              return List.of(at, at, use.getKey(), date(at));
            }));
  }

  public void useOrganizationTokens(Map<SecretHash, Period> uses) {
    use("organization_tokens", "token_hash", uses);
  }

  public void useClientSecrets(Map<SecretHash, Period> uses) {
    use("client_secrets", "secret_hash", uses);
  }

  private void use(String table, String key, Map<SecretHash, Period> uses) {
    database.run(sql ->
        sql.updateEach(
            """
            UPDATE %s
            SET last_used_at = ?
            WHERE %s = ?
              AND (last_used_at IS NULL OR last_used_at < ?)
            """
                .formatted(table, key),
            inOrder(uses, Comparator.comparingLong(SecretHash::bits)),
            use -> {
              Instant last = use.getValue().last().at();
              return List.of(last, use.getKey(), last);
            }));
  }

  /**
   * When and from which address each of these credentials was last used. One that was never used is
   * left out.
   */
  public Map<Id.Client, RequestMoment> lastUses(Collection<Id.Client> clients) {
    if (clients.isEmpty()) {
      return Map.of();
    }
    return database
        .list(sql ->
            sql.all(
                """
                SELECT client_id, last_used_at, last_used_from
                FROM credentials
                WHERE last_used_at > 0
                  AND client_id IN {clients}
                """
                    .replace("{clients}", placeholders(clients)),
                row ->
                    Map.entry(
                        row.client(),
                        new RequestMoment(row.instant("last_used_at"), row.text("last_used_from"))),
                clients.toArray()))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * The calls of each of these credentials on each of the last days. A day without calls has the
   * number 0.
   */
  public Map<Id.Client, CallsPerDay> callsPerDay(Collection<Id.Client> clients, Instant now) {
    if (clients.isEmpty()) {
      return Map.of();
    }
    Map<Id.Client, Map<LocalDate, Long>> counted =
        database
            .list(sql ->
                sql.all(
                    """
                    SELECT client_id, day, calls
                    FROM usage
                    WHERE scope = ''
                      AND day >= ?
                      AND client_id IN {clients}
                    """
                        .replace("{clients}", placeholders(clients)),
                    row ->
                        Map.entry(
                            new Day(row.client(), Optional.empty(), row.day("day")),
                            row.large("calls")),
                    Stream.concat(Stream.of(firstDay(now)), clients.stream()).toArray()))
            .stream()
            .collect(
                Collectors.groupingBy(
                    count -> count.getKey().client(),
                    Collectors.toMap(count -> count.getKey().date(), Map.Entry::getValue)));
    return Set.copyOf(clients).stream()
        .collect(
            Collectors.toMap(
                client -> client,
                client -> CallsPerDay.until(date(now), counted.getOrDefault(client, Map.of()))));
  }

  /** How many calls of the last days needed each scope. A scope that no call needed is left out. */
  public SortedMap<String, Long> scopesUsed(Id.Client client, Instant now) {
    return database
        .list(sql ->
            sql.all(
                """
                SELECT scope, sum(calls) AS calls
                FROM usage
                WHERE client_id = ?
                  AND scope <> ''
                  AND day >= ?
                GROUP BY scope
                """,
                row -> Map.entry(row.text("scope"), row.large("calls")),
                client,
                firstDay(now)))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum, TreeMap::new));
  }

  private static LocalDate firstDay(Instant now) {
    return CallsPerDay.first(date(now));
  }

  static LocalDate date(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  /**
   * Sorts the rows, so that two nodes that write the same rows at the same time lock them in the
   * same order.
   */
  private static <K, V> List<Map.Entry<K, V>> inOrder(Map<K, V> rows, Comparator<? super K> order) {
    return rows.entrySet().stream().sorted(Map.Entry.comparingByKey(order)).toList();
  }

  static String placeholders(Collection<?> values) {
    return values.stream().map(value -> "?").collect(Collectors.joining(", ", "(", ")"));
  }
}
