package dev.latchkey.storage;

import dev.latchkey.model.Resource;
import dev.latchkey.model.Scopes;
import dev.latchkey.storage.database.Column;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
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
                                fresh.accessEnd(),
                                "refresh_end",
                                fresh.refreshEnd(),
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

    /** Replaces many pairs in one statement. The transaction has locked them. */
    static void write(Sql sql, Collection<PairReplacement> all, Instant now) throws SQLException {
        sql.defer(
                """
                WITH r AS (
                    SELECT * FROM unnest(CAST(? AS BYTEA[]), CAST(? AS BYTEA[]), CAST(? AS BIGINT[]), CAST(? AS TEXT[]),
                        CAST(? AS BYTEA[]), CAST(? AS BYTEA[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
                        CAST(? AS BIGINT[]), CAST(? AS BIGINT[]))
                        AS r (old_access, old_refresh, kept_until, grant_id, access_hash, refresh_hash, scope, resource,
                            access_end, refresh_end)),
                access AS (
                    INSERT INTO rotated_access (access_hash, grant_id, rotated_at)
                    SELECT r.old_access, r.grant_id, ? FROM r),
                refresh AS (
                    INSERT INTO rotated_refresh (kept_until, rotated_at, refresh_key, grant_id)
                    SELECT r.kept_until, ?, substr(r.old_refresh, 1, 16), r.grant_id FROM r)
                UPDATE pairs
                SET access_hash = r.access_hash, refresh_hash = r.refresh_hash, scope = r.scope, resource = r.resource,
                    access_expires_at = r.access_end, refresh_expires_at = r.refresh_end
                FROM r
                WHERE pairs.refresh_hash = r.old_refresh
                  AND pairs.rotated_at IS NULL
                """,
                Column.bytes(all, each -> each.old.access()),
                Column.bytes(all, each -> each.old.refresh()),
                Column.numbers(all, each -> each.old.refreshEnd()),
                Column.texts(all, each -> each.old.grant().id()),
                Column.bytes(all, each -> each.fresh.tokens().access().hash()),
                Column.bytes(all, each -> each.fresh.tokens().refresh().hash()),
                Column.texts(
                        all, each -> each.fresh.allowance().scope().joined(Scopes.Separator.COMMA)),
                Column.texts(all, each -> each.fresh.allowance().resource().map(Resource::path)),
                Column.numbers(all, each -> each.fresh.accessEnd()),
                Column.numbers(all, each -> each.fresh.refreshEnd()),
                now,
                now);
    }
}
