package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.query.BoundedCount;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The access that a user has and has given to others: what disabling the user would end. */
public final class AccessOfUser {
  private static final int MAX_LISTED = 20;

  private final Database database;
  private final Limits limits;

  public AccessOfUser(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /**
   * What ends for good if the user is disabled: sessions, the access of apps, and the active pairs
   * of tokens of these apps.
   */
  public record Ends(int sessions, int grants, int tokens) {}

  /**
   * The personal credentials of the user, which stop working while the user is disabled. {@code
   * listed} are the first of them by name. {@code tokensOfOthers} are the active pairs of tokens
   * that other users have given to them.
   */
  public record Stops(int total, List<Owned> listed, BoundedCount tokensOfOthers) {
    public int more() {
      return total - listed.size();
    }
  }

  public record Owned(Id.Client clientId, String name) {}

  public record Access(Ends ends, Stops stops) {}

  public Access of(Id.User user, RequestMoment now) {
    return database.list(sql -> new Access(ends(sql, user, now.at()), stops(sql, user, now.at())));
  }

  private Ends ends(Sql sql, Id.User user, Instant now) throws SQLException {
    return sql.one(
            """
            SELECT
                (SELECT COUNT(*) FROM sessions s WHERE s.user_id = :user AND s.expires_at > :now AND s.seen_at > :idle) AS sessions,
                (SELECT COUNT(*) FROM live_grants g WHERE g.user_id = :user AND g.ends_at > :now) AS grants,
                (SELECT COUNT(*) FROM live_grants g JOIN grants e ON e.grant_id = g.grant_id AND e.exchanged_at IS NOT NULL
                    WHERE g.user_id = :user AND g.ends_at > :now) AS tokens
            """,
            row -> new Ends(row.number("sessions"), row.number("grants"), row.number("tokens")),
            Map.of("user", user, "now", now, "idle", now.minus(limits.sessionIdle())))
        .orElseThrow();
  }

  private static Stops stops(Sql sql, Id.User user, Instant now) throws SQLException {
    int total =
        sql.one(
                """
                SELECT COUNT(*) AS total
                FROM credentials
                WHERE owner_id = ?
                  AND type = 'PERSONAL'
                  AND deleted_at IS NULL
                """,
                row -> row.number("total"),
                user)
            .orElse(0);
    return new Stops(total, listed(sql, user), tokensOfOthers(sql, user, now));
  }

  private static List<Owned> listed(Sql sql, Id.User user) throws SQLException {
    return sql.all(
        """
        SELECT client_id, name
        FROM credentials
        WHERE owner_id = ?
          AND type = 'PERSONAL'
          AND deleted_at IS NULL
        ORDER BY name, client_id
        LIMIT ?
        """,
        row -> new Owned(new Id.Client(row.text("client_id")), row.text("name")),
        user,
        MAX_LISTED);
  }

  private static BoundedCount tokensOfOthers(Sql sql, Id.User user, Instant now)
      throws SQLException {
    return new BoundedCount(
        sql.one(
                """
                SELECT COUNT(*) AS counted
                FROM (SELECT 1
                    FROM credentials c
                    JOIN grants g ON g.client_id = c.client_id
                    WHERE c.owner_id = :user
                      AND c.type = 'PERSONAL'
                      AND c.deleted_at IS NULL
                      AND g.user_id <> :user
                      AND g.ended_at IS NULL
                      AND g.exchanged_at IS NOT NULL
                      AND g.ends_at > :now
                    LIMIT :most) bounded
                """,
                row -> row.number("counted"),
                Map.of("user", user, "now", now, "most", BoundedCount.QUERY_LIMIT))
            .orElse(0));
  }
}
