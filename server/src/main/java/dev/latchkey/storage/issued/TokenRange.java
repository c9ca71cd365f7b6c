package dev.latchkey.storage.issued;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.RevokedTimes;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Grants or organization tokens that have not ended and that one index has in the order of time:
 * those of a credential, of a team or of a person. {@code condition} is on a row {@code i}, and
 * {@code values} are what it names.
 */
record TokenRange(Table table, String condition, Map<String, ?> values) {
  enum Table {
    ORGANIZATION_TOKENS(
        "organization_tokens", "token_hash", "issued_at", "(i.ended_at IS NULL OR i.ended_at > 0)"),
    GRANTS("grants", "grant_id", "consented_at", "i.ended_at IS NULL");

    private final String table;
    private final String key;
    private final String time;
    private final String unended;

    Table(String table, String key, String time, String unended) {
      this.table = table;
      this.key = key;
      this.time = time;
      this.unended = unended;
    }

    Object key(String text) {
      return switch (this) {
        case GRANTS -> new Id.Grant(text);
        case ORGANIZATION_TOKENS -> SecretHash.parse(text).orElseThrow();
      };
    }
  }

  /**
   * A row of the table. {@code key} is the id of a grant, or the hash of an organization token as
   * text.
   */
  record Key(Table table, Instant at, String key) {
    /** The newest first. Of one moment, the organization tokens come first. */
    static final Comparator<Key> NEWEST_FIRST =
        Comparator.comparing(Key::at).reversed().thenComparing(Key::table).thenComparing(Key::key);

    /** Comes before all of this time. */
    static Key firstOf(Instant time) {
      return new Key(Table.ORGANIZATION_TOKENS, time, "");
    }
  }

  /**
   * The grants of a credential are in two indexes: whose code waits, and whose code was exchanged.
   * A code may be exchanged between two reads, so those with a code come first.
   */
  static Stream<TokenRange> grantsOf(Id.Client client) {
    return Stream.of(waiting(client), exchanged(client));
  }

  static TokenRange waiting(Id.Client client) {
    return grants("i.client_id = :client AND i.exchanged_at IS NULL", Map.of("client", client));
  }

  static TokenRange exchanged(Id.Client client) {
    return grants("i.client_id = :client AND i.exchanged_at IS NOT NULL", Map.of("client", client));
  }

  static TokenRange tokensOf(Id.Client client) {
    return new TokenRange(
        Table.ORGANIZATION_TOKENS, "i.client_id = :client", Map.of("client", client));
  }

  static TokenRange grantsIn(Id.Team team) {
    return grants("i.team_id = :team", Map.of("team", team));
  }

  static TokenRange grants(String condition, Map<String, ?> values) {
    return new TokenRange(Table.GRANTS, condition, values);
  }

  /** Which of the rows end. */
  sealed interface Mark {
    record IssuedBefore(Instant time) implements Mark {}

    record IssuedUntil(Instant time) implements Mark {}

    /** Everything was revoked since they were created, so they are inactive already. */
    record Revoked() implements Mark {}
  }

  private static final String REVOKED_GRANTS =
      """
      i.times_revoked < (SELECT {of_credential} + {of_team}
          FROM credentials c
          CROSS JOIN teams t
          WHERE c.client_id = i.client_id
            AND t.team_id = i.team_id)
      """
          .replace("{of_credential}", RevokedTimes.OF_CREDENTIAL)
          .replace("{of_team}", RevokedTimes.OF_TEAM)
          .strip();

  private static final String REVOKED_TOKENS =
      """
      i.times_revoked < (SELECT {of_credential}
          FROM credentials c
          WHERE c.client_id = i.client_id)
      """
          .replace("{of_credential}", RevokedTimes.OF_CREDENTIAL)
          .strip();

  private String condition(Mark mark, Map<String, Object> named) {
    return switch (mark) {
      case Mark.IssuedBefore(Instant time) -> {
        named.put("bound", time);
        yield "i.{time} < :bound";
      }
      case Mark.IssuedUntil(Instant time) -> {
        named.put("bound", time);
        yield "i.{time} <= :bound";
      }
      case Mark.Revoked _ ->
          switch (table) {
            case GRANTS -> REVOKED_GRANTS;
            case ORGANIZATION_TOKENS -> REVOKED_TOKENS;
          };
    };
  }

  /** The oldest rows with this mark, or those after a row. */
  List<Key> oldest(Sql sql, Optional<Key> after, Mark mark, int most) throws SQLException {
    var named = named(most);
    String marked = condition(mark, named);
    String place = "TRUE";
    if (after.isPresent()) {
      place = "(i.{time}, i.{key}) > (:after_at, :after)";
      named.put("after_at", after.get().at);
      named.put("after", table.key(after.get().key));
    }
    return read(sql, marked + "\n  AND " + place, "i.{time}, i.{key}", named);
  }

  /** The rows after a row of this table or of the other one, in {@link Key#NEWEST_FIRST} order. */
  List<Key> newest(Sql sql, Key after, int most) throws SQLException {
    var named = named(most);
    named.put("after_at", after.at);
    String ofSameTime =
        switch (Integer.signum(after.table.compareTo(table))) {
          case -1 -> "TRUE";
          case 1 -> "FALSE";
          default -> {
            named.put("after", table.key(after.key));
            yield "i.{key} > :after";
          }
        };
    return read(
        sql,
        "i.{time} <= :after_at\n  AND (i.{time} < :after_at OR " + ofSameTime + ")",
        "i.{time} DESC, i.{key}",
        named);
  }

  private Map<String, Object> named(int most) {
    return Values.copyOf(values).and("most", most);
  }

  private List<Key> read(Sql sql, String where, String order, Map<String, Object> named)
      throws SQLException {
    return sql.all(
        text(
            """
            SELECT i.{key} AS selected, i.{time} AS issued_at
            FROM {table} i
            WHERE {condition}
              AND {unended}
              AND {where}
            ORDER BY {order}
            LIMIT :most
            """
                .replace("{where}", where)
                .replace("{order}", order)),
        this::key,
        named);
  }

  /** The time of the newest row; empty if there is none. */
  Optional<Instant> newestTime(Sql sql) throws SQLException {
    return sql.one(
            text(
                """
                SELECT MAX(i.{time}) AS newest
                FROM {table} i
                WHERE {condition}
                  AND {unended}
                """),
            row -> row.maybeInstant("newest"),
            values)
        .flatMap(newest -> newest);
  }

  private Key key(Sql.Row row) throws SQLException {
    String key =
        switch (table) {
          case GRANTS -> row.text("selected");
          case ORGANIZATION_TOKENS -> row.hash("selected").text();
        };
    return new Key(table, row.instant("issued_at"), key);
  }

  private String text(String text) {
    return text.replace("{condition}", condition)
        .replace("{table}", table.table)
        .replace("{unended}", table.unended)
        .replace("{key}", table.key)
        .replace("{time}", table.time);
  }
}
