package dev.latchkey.storage.issued;

import dev.latchkey.model.Id;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The tokens of a selection that have not ended, the newest first, merged from their ranges. Only
 * the newest time of each range is read at first. The rows of a range are read when its turn has
 * come, so an answer reads about as many rows as it has, however many there are.
 */
final class NewestTokens {
  private static final int FIRST_CHUNK = 16;
  private static final int LARGEST_CHUNK = 1_024;

  private final PriorityQueue<Cursor> cursors =
      new PriorityQueue<>(Comparator.comparing(Cursor::next, TokenRange.Key.NEWEST_FIRST));
  private TokenRange.Key last;

  /** {@code most}: no more rows than these will be asked for. */
  NewestTokens(Sql sql, Whose whose, TokenRange.Key after, int most) throws SQLException {
    this.last = after;
    if (whose instanceof Whose.OfOrganization(Id.Organization organization)) {
      for (Heads heads : Heads.values()) {
        cursors.addAll(heads.read(sql, organization, after, most));
      }
    } else {
      TokenRanges.few(whose).forEach(range -> cursors.add(new Cursor(range, after, after)));
    }
  }

  /** The last one of {@link #next}. */
  TokenRange.Key last() {
    return last;
  }

  /** The next ones, at most so many. Empty at the end. */
  List<TokenRange.Key> next(Sql sql, int most) throws SQLException {
    var found = new ArrayList<TokenRange.Key>();
    while (found.size() < most && !cursors.isEmpty()) {
      Cursor cursor = cursors.remove();
      cursor
          .take(sql)
          .ifPresent(key -> {
            // The range of a team and that of a credential may have the same grant.
            if (!key.equals(last)) {
              found.add(key);
              last = key;
            }
          });
      if (!cursor.isAtEnd) {
        cursors.add(cursor);
      }
    }
    return found;
  }

  /** Some of the others, a range after the other, so that few queries find many. */
  List<TokenRange.Key> any(Sql sql, int most) throws SQLException {
    var found = new ArrayList<TokenRange.Key>();
    while (found.size() < most && !cursors.isEmpty()) {
      Cursor cursor = cursors.remove();
      int left = most - found.size();
      List<TokenRange.Key> keys = cursor.range.newest(sql, cursor.after, left);
      found.addAll(keys);
      if (keys.size() == left) {
        cursor.after = keys.getLast();
        cursors.add(cursor);
      }
    }
    return found;
  }

  /** A place in a range. */
  private static final class Cursor {
    private final TokenRange range;
    private final Deque<TokenRange.Key> read = new ArrayDeque<>();
    private TokenRange.Key after;

    /** The next row, or what is not after it in the order. */
    private TokenRange.Key next;

    private int chunk = FIRST_CHUNK;
    private boolean isLastChunk;
    private boolean isAtEnd;

    Cursor(TokenRange range, TokenRange.Key after, TokenRange.Key next) {
      this.range = range;
      this.after = after;
      this.next = next;
    }

    TokenRange.Key next() {
      return next;
    }

    /** The next row; empty if only now it is known where it is. */
    Optional<TokenRange.Key> take(Sql sql) throws SQLException {
      Optional<TokenRange.Key> taken = Optional.ofNullable(read.pollFirst());
      if (read.isEmpty() && !isLastChunk) {
        read.addAll(range.newest(sql, taken.orElse(after), chunk));
        isLastChunk = read.size() < chunk;
        chunk = Math.min(LARGEST_CHUNK, 2 * chunk);
      }
      if (read.isEmpty()) {
        isAtEnd = true;
      } else {
        after = read.getLast();
        next = read.getFirst();
      }
      return taken;
    }
  }

  /** The ranges of an organization of one kind, and the newest time of each. */
  private enum Heads {
    WAITING(
        "credentials c",
        "c.client_id",
        "c.deleted_at IS NULL AND c.type = 'PERSONAL' AND c.organization_id",
        "grants i WHERE i.client_id = c.client_id AND i.ended_at IS NULL AND i.exchanged_at IS NULL"),
    EXCHANGED(
        "credentials c",
        "c.client_id",
        "c.deleted_at IS NULL AND c.type = 'PERSONAL' AND c.organization_id",
        "grants i WHERE i.client_id = c.client_id AND i.ended_at IS NULL AND i.exchanged_at IS NOT NULL"),
    TOKENS(
        "credentials c",
        "c.client_id",
        "c.deleted_at IS NULL AND c.type = 'ORGANIZATION' AND c.organization_id",
        "organization_tokens i WHERE i.client_id = c.client_id"),
    TEAMS(
        "teams t",
        "t.team_id",
        "t.organization_id",
        "grants i WHERE i.team_id = t.team_id AND i.ended_at IS NULL");

    private final String text;

    Heads(String owners, String id, String ofOrganization, String rows) {
      String time = rows.startsWith("grants") ? "i.consented_at" : "i.issued_at";
      this.text =
          """
          SELECT {id} AS id, COALESCE((SELECT MAX({time}) FROM {rows} AND {time} <= :at), 0) AS newest
          FROM {owners}
          WHERE {of_organization} = :organization
          ORDER BY newest DESC
          LIMIT :most
          """
              .replace("{rows}", rows)
              .replace("{time}", time)
              .replace("{id}", id)
              .replace("{owners}", owners)
              .replace("{of_organization}", ofOrganization);
    }

    List<Cursor> read(Sql sql, Id.Organization organization, TokenRange.Key after, int most)
        throws SQLException {
      return sql
          .all(
              text,
              row -> cursor(row, after),
              Map.of("organization", organization, "at", after.at(), "most", most))
          .stream()
          .flatMap(Optional::stream)
          .toList();
    }

    private TokenRange range(String id) {
      return switch (this) {
        case WAITING -> TokenRange.waiting(new Id.Client(id));
        case EXCHANGED -> TokenRange.exchanged(new Id.Client(id));
        case TOKENS -> TokenRange.tokensOf(new Id.Client(id));
        case TEAMS -> TokenRange.grantsIn(new Id.Team(id));
      };
    }

    private Optional<Cursor> cursor(Sql.Row row, TokenRange.Key after) throws SQLException {
      Instant newest = row.instant("newest");
      return newest.equals(Instant.EPOCH)
          ? Optional.empty()
          : Optional.of(new Cursor(range(row.text("id")), after, TokenRange.Key.firstOf(newest)));
    }
  }
}
