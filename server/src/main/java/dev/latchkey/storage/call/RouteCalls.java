package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * How often each credential has called each row of the route table on each day, and all of them
 * together. Only rows of the table are counted, so callers cannot make it larger.
 */
public record RouteCalls(Database database) {
  /** In place of a credential: all of them. */
  private static final String ALL = "";

  /** A credential calls few rows, but many credentials may call one. */
  private static final int MOST = 1_000;

  /** {@code client}: empty for all credentials. */
  public record Day(String method, String path, String client, Instant start)
      implements Comparable<Day> {
    private static final Comparator<Day> ORDER =
        Comparator.comparing(Day::path)
            .thenComparing(Day::method)
            .thenComparing(Day::start)
            .thenComparing(Day::client);

    /** HEAD counts as GET. */
    public static Day of(RecordedCall call) {
      RecordedCall.Asked asked = call.asked();
      return new Day(
          asked.method().equals("HEAD") ? "GET" : asked.method(),
          asked.route(),
          call.caller().client().value(),
          call.at().truncatedTo(ChronoUnit.DAYS));
    }

    public Day ofAll() {
      return new Day(method, path, ALL, start);
    }

    /** All nodes write in this order, so two nodes never wait for each other's row locks. */
    @Override
    public int compareTo(Day other) {
      return ORDER.compare(this, other);
    }
  }

  public record Count(long calls, long refused, Instant last) {
    public static Count of(RecordedCall call) {
      boolean isRefused = call.outcome() == RecordedCall.Outcome.REFUSED;
      return new Count(1, isRefused ? 1 : 0, call.at());
    }

    public Count plus(Count other) {
      return new Count(
          calls + other.calls,
          refused + other.refused,
          last.isBefore(other.last) ? other.last : last);
    }
  }

  /** The calls of a row, of one credential or of all. A credential that was deleted has no name. */
  public record View(
      String method,
      String path,
      Optional<Id.Client> clientId,
      Optional<String> credential,
      Optional<Id.Organization> orgId,
      long calls,
      long refused,
      Instant lastAt) {}

  public void add(SortedMap<Day, Count> counted) {
    database.run(sql ->
        sql.updateEach(
            """
            INSERT INTO route_calls (path, method, day, client_id, calls, refused, last_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (path, method, day, client_id) DO UPDATE
            SET calls = route_calls.calls + excluded.calls,
                refused = route_calls.refused + excluded.refused,
                last_at = CASE WHEN excluded.last_at > route_calls.last_at
                    THEN excluded.last_at
                    ELSE route_calls.last_at
                END
            """,
            counted.entrySet(),
            each ->
                List.of(
                    each.getKey().path,
                    each.getKey().method,
                    each.getKey().start,
                    each.getKey().client,
                    each.getValue().calls,
                    each.getValue().refused,
                    each.getValue().last)));
  }

  /** The calls of all credentials since the day of this time. */
  public List<View> ofAll(Instant from) {
    return database.list(sql ->
        sql.all(
            """
            SELECT path, method, SUM(calls) AS calls, SUM(refused) AS refused,
                MAX(last_at) AS last_at
            FROM route_calls
            WHERE client_id = ''
              AND day >= ?
            GROUP BY path, method
            ORDER BY path, method
            """,
            row -> view(row, Optional.empty(), Optional.empty(), Optional.empty()),
            from.truncatedTo(ChronoUnit.DAYS)));
  }

  /** The credentials that have called this row, those with the most calls first. */
  public List<View> of(String method, String path, Instant from) {
    return database.list(sql ->
        sql.all(
            """
            SELECT r.path, r.method, r.client_id, c.name, c.organization_id, r.calls, r.refused,
                r.last_at
            FROM (SELECT path, method, client_id, SUM(calls) AS calls, SUM(refused) AS refused,
                      MAX(last_at) AS last_at
                  FROM route_calls
                  WHERE path = ?
                    AND method = ?
                    AND day >= ?
                    AND client_id <> ''
                  GROUP BY path, method, client_id
                  ORDER BY SUM(calls) DESC, client_id
                  LIMIT ?) r
            LEFT JOIN credentials c ON c.client_id = r.client_id
            ORDER BY r.calls DESC, r.client_id
            """,
            row ->
                view(
                    row,
                    Optional.of(row.client()),
                    row.maybeText("name"),
                    row.maybeText("organization_id").map(Id.Organization::new)),
            path,
            method,
            from.truncatedTo(ChronoUnit.DAYS),
            MOST));
  }

  private static View view(
      Sql.Row row,
      Optional<Id.Client> client,
      Optional<String> name,
      Optional<Id.Organization> organization)
      throws SQLException {
    return new View(
        row.text("method"),
        row.text("path"),
        client,
        name,
        organization,
        row.large("calls"),
        row.large("refused"),
        row.instant("last_at"));
  }
}
