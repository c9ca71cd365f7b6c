package dev.latchkey.storage.pairs;

import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.time.Instant;

/**
 * Puts a new pair into the row of the old one, whose tokens end by that. The old ones are kept to
 * recognise a second use. The row is found by the refresh token, so of several replacements one
 * finds it. On PostgreSQL {@link PostgresPairWrites} replaces many pairs in one statement.
 */
record PairReplacement(ActivePair old, NewPair fresh) {
  /** What must hold of a row {@code p} for its pair to be replaced. */
  static final String UNROTATED = "p.rotated_at IS NULL AND p.refresh_expires_at > :now";

  private static final String REPLACE =
      """
      UPDATE pairs AS p
      SET access_hash = :access, refresh_hash = :refresh, scope = :scope, resource = :resource,
          access_expires_at = :access_end, refresh_expires_at = :refresh_end
      WHERE p.refresh_hash = :old
        AND {unrotated}
      """
          .replace("{unrotated}", UNROTATED);

  /** False if the old pair is not active any more. Then nothing was written. */
  boolean write(Sql sql, Instant now) throws SQLException {
    boolean replaced =
        sql.updateOne(
            REPLACE,
            Values.of("access", fresh.tokens().access().hash())
                .and("refresh", fresh.tokens().refresh().hash())
                .and("scope", fresh.allowance().scope())
                .and("resource", fresh.allowance().resource())
                .and("access_end", fresh.times().accessEnd())
                .and("refresh_end", fresh.times().refreshEnd())
                .and("old", old.refresh())
                .and("now", now));
    if (replaced) {
      sql.defer(
          "INSERT INTO rotated_access (access_hash, grant_id, rotated_at) VALUES (?, ?, ?)",
          old.access(),
          old.grant().id(),
          now);
      sql.defer(
          """
          INSERT INTO rotated_refresh (kept_until, rotated_at, refresh_key, grant_id)
          VALUES (?, ?, substr(?, 1, 16), ?)
          """,
          old.refreshEnd(),
          now,
          old.refresh(),
          old.grant().id());
    }
    return replaced;
  }
}
