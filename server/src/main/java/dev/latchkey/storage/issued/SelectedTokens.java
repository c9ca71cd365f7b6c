package dev.latchkey.storage.issued;

import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.Column;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.issued.TokenRevocation.Ended;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The tokens of a selection that have not ended, a page at a time. Each is read once, from an index
 * in the order of time, so the pages end however many tokens are issued while they are read, and no
 * query reads more rows than a page has.
 */
final class SelectedTokens {
  /** So many rows end in less than a tenth of a second. */
  static final int PAGE = 500;

  private final Database database;
  private final TokenRange.Mark mark;
  private final TokenRanges ranges;
  private Optional<TokenRange.Key> last = Optional.empty();

  private SelectedTokens(Database database, TokenRanges ranges, TokenRange.Mark mark) {
    this.database = database;
    this.mark = mark;
    this.ranges = ranges;
  }

  static SelectedTokens issuedBefore(Database database, Whose whose, Instant time) {
    return new SelectedTokens(
        database, TokenRanges.of(whose), new TokenRange.Mark.IssuedBefore(time));
  }

  /** Those that became inactive because everything was revoked, but have no end yet. */
  static SelectedTokens revoked(Database database, String subject) {
    return new SelectedTokens(
        database, TokenRanges.ofEverythingOf(subject), new TokenRange.Mark.Revoked());
  }

  /**
   * All of a person, or one, up to the newest one at present. That is the bound, and not the time
   * of the request: a node whose clock is ahead may have issued tokens with a later time, and they
   * end as well.
   */
  static SelectedTokens untilNow(Database database, Whose whose) {
    Instant newest =
        TokenRanges.few(whose)
            .flatMap(range -> database.read(range::newestTime).stream())
            .max(Comparator.naturalOrder())
            .orElse(Instant.EPOCH);
    return new SelectedTokens(
        database, TokenRanges.of(whose), new TokenRange.Mark.IssuedUntil(newest));
  }

  /** Empty at the end. */
  Page next() {
    var rows = new ArrayList<TokenRange.Key>();
    Optional<TokenRange> range = ranges.peek(database);
    while (range.isPresent() && rows.size() < PAGE) {
      TokenRange present = range.get();
      int most = PAGE - rows.size();
      List<TokenRange.Key> found = database.read(sql -> present.oldest(sql, last, mark, most));
      rows.addAll(found);
      if (found.size() == most) {
        last = Optional.of(found.getLast());
      } else {
        last = Optional.empty();
        ranges.remove();
        range = ranges.peek(database);
      }
    }
    return new Page(rows, database.dialect());
  }

  /** Some of the rows, which end in one write. */
  record Page(List<TokenRange.Key> rows, Database.Dialect dialect) {
    private static final String END_GRANT =
        """
        UPDATE grants
        SET ended_at = ?
        WHERE grant_id = ?
          AND ended_at IS NULL
        """;

    /** The same for many, in the order of their keys. */
    private static final String END_GRANTS =
        """
        WITH held AS MATERIALIZED (
            SELECT grant_id FROM grants WHERE grant_id = ANY (?) AND ended_at IS NULL
             ORDER BY grant_id FOR NO KEY UPDATE)
        UPDATE grants g SET ended_at = ? FROM held h
         WHERE g.grant_id = h.grant_id AND g.ended_at IS NULL
        RETURNING g.ends_at
        """;

    /** An end in the past of every clock, because the clock of another node may be behind. */
    private static final String END_TOKEN =
        """
        UPDATE organization_tokens
        SET ended_at = 0
        WHERE token_hash = ?
          AND (ended_at IS NULL OR ended_at > ?)
        """;

    boolean isEmpty() {
      return rows.isEmpty();
    }

    /**
     * Counts those that are active by this clock. The others end as well, because they may be
     * active by the clock of another node. The rows are written in the order of their keys.
     */
    Ended end(Sql sql, Instant now) throws SQLException {
      int tokens = endTokens(sql, now);
      List<String> grants = keys(TokenRange.Table.GRANTS);
      int active =
          switch (dialect) {
            case SQLITE -> endEach(sql, grants, now);
            case POSTGRESQL -> endAll(sql, grants, now);
          };
      return new Ended(active, tokens, 0, 0, false);
    }

    private int endTokens(Sql sql, Instant now) throws SQLException {
      List<SecretHash> tokens =
          keys(TokenRange.Table.ORGANIZATION_TOKENS).stream()
              .map(key -> SecretHash.parse(key).orElseThrow())
              .toList();
      int active = sql.updateEach(END_TOKEN, tokens, key -> List.of(key, now));
      if (active < tokens.size()) {
        sql.updateEach(END_TOKEN, tokens, key -> List.of(key, Instant.EPOCH));
      }
      return active;
    }

    private static int endEach(Sql sql, List<String> grants, Instant now) throws SQLException {
      int active =
          sql.updateEach(END_GRANT + "  AND ends_at > ?\n", grants, key -> List.of(now, key, now));
      if (active < grants.size()) {
        sql.updateEach(END_GRANT, grants, key -> List.of(now, key));
      }
      return active;
    }

    private static int endAll(Sql sql, List<String> grants, Instant now) throws SQLException {
      List<Instant> ends =
          sql.all(END_GRANTS, row -> row.instant("ends_at"), Column.texts(grants, key -> key), now);
      return (int) ends.stream().filter(now::isBefore).count();
    }

    private List<String> keys(TokenRange.Table table) {
      return rows.stream()
          .filter(row -> row.table() == table)
          .map(TokenRange.Key::key)
          .sorted()
          .toList();
    }
  }
}
