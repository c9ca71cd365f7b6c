package dev.latchkey.storage.pairs;

import dev.latchkey.model.Resource;
import dev.latchkey.model.Scopes;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;

/**
 * Puts a new pair into the row of the old one, whose tokens end by that. The old ones are kept to
 * recognise a second use. The row is found by the refresh token, so of several replacements one
 * finds it.
 */
record PairReplacement(ActivePair old, NewPair fresh) {
  /** False if the old pair is not active any more. Then nothing was written. */
  boolean write(Sql sql, Instant now) throws SQLException {
    boolean replaced =
        sql.updateOne(
            """
            UPDATE pairs
            SET access_hash = :access, refresh_hash = :refresh, scope = :scope, resource = :resource,
                access_expires_at = :access_end, refresh_expires_at = :refresh_end
            WHERE refresh_hash = :old
              AND rotated_at IS NULL
              AND refresh_expires_at > :now
            """,
            Map.of(
                "access",
                fresh.tokens().access().hash(),
                "refresh",
                fresh.tokens().refresh().hash(),
                "scope",
                fresh.allowance().scope().joined(Scopes.Separator.COMMA),
                "resource",
                fresh.allowance().resource().map(Resource::path),
                "access_end",
                fresh.times().accessEnd(),
                "refresh_end",
                fresh.times().refreshEnd(),
                "old",
                old.refresh(),
                "now",
                now));
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
