package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Ends everything that was issued before a moment. After a restore, what was revoked since the
 * backup is active again.
 */
public final class IssuedBefore {
    /** So few grants end in one write that other requests write between two of them. */
    private static final int ENDED_AT_ONCE = 1_000;

    private static final String NEXT_GRANTS =
            """
            SELECT grant_id
            FROM grants
            WHERE grant_id > ?
              AND ended_at IS NULL
              AND consented_at < ?
            ORDER BY grant_id
            LIMIT ?
            """;

    private final Database database;

    public IssuedBefore(Database database) {
        this.database = database;
    }

    /** How much has ended. The tokens and codes of a grant end with it. */
    public record Ended(int grants, int organizationTokens, int sessions, int links) {}

    /** {@code grants} is told how many grants have ended so far. */
    public Ended end(Instant before, RequestMoment now, IntConsumer grants) {
        var store = database.at(now).using(WriteSpace.ENDING);
        Ended others = store.write(sql -> endOthers(sql, before, now));
        int ended = 0;
        List<String> next = nextGrants("", before);
        while (!next.isEmpty()) {
            var part = next;
            ended += store.write(sql -> endGrants(sql, part, before, now));
            grants.accept(ended);
            next = nextGrants(part.getLast(), before);
        }
        return new Ended(ended, others.organizationTokens(), others.sessions(), others.links());
    }

    private List<String> nextGrants(String after, Instant before) {
        return database.read(sql ->
                sql.all(NEXT_GRANTS, row -> row.text("grant_id"), after, before, ENDED_AT_ONCE));
    }

    private static int endGrants(Sql sql, List<String> part, Instant before, RequestMoment now)
            throws SQLException {
        return sql.update(
                """
                UPDATE grants
                SET ended_at = ?
                WHERE grant_id BETWEEN ? AND ?
                  AND ended_at IS NULL
                  AND consented_at < ?
                """,
                now.at(),
                part.getFirst(),
                part.getLast(),
                before);
    }

    /** A link has no time of issue. All of them end, because a person can ask for a new one. */
    private static Ended endOthers(Sql sql, Instant before, RequestMoment now) throws SQLException {
        int tokens =
                sql.update(
                        """
                        UPDATE organization_tokens
                        SET ended_at = 0
                        WHERE issued_at < ?
                          AND (ended_at IS NULL OR ended_at > ?)
                        """,
                        before,
                        now.at());
        int sessions = sql.update("DELETE FROM sessions WHERE signed_in_at < ?", before);
        int links = sql.update("DELETE FROM password_links");
        sql.record(AuditEntry.of(now, AuditEvent.REVOKE_ISSUED_BEFORE, AuditOutcome.OK));
        return new Ended(0, tokens, sessions, links);
    }
}
