package dev.latchkey.storage.postgres;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.StorageFault;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where many nodes commit, the store tells each which rows were touched since it last asked: one
 * short question for everybody who waits, asked by a thread of its own. Triggers write it within
 * the transaction that touches (schema 0010), so a reader of a change also sees its entry.
 *
 * <p>Whether a commit was seen before is decided by snapshots, not by the order of numbers: one
 * with a lower number may end later. What was kept is void when anything could have been missed:
 * with another connection, behind which there may be another server, and when more has been
 * forgotten than was seen.
 */
final class PostgresChangeFeed implements ChangeVersions.Others, AutoCloseable {
    private static final String WHAT_WAS_TOUCHED =
            """
            SELECT CAST(pg_current_snapshot() AS TEXT) AS snapshot,
                pg_backend_pid() || ' since ' || pg_postmaster_start_time() AS server,
                CASE WHEN h.gone_before > CAST(? AS XID8) THEN 1 ELSE 0 END AS missed, t.name, t.token
            FROM touched_horizon h
            LEFT JOIN LATERAL (SELECT name, token FROM touched
                WHERE by_transaction >= CAST(? AS XID8) UNION ALL SELECT name, token FROM touched
                WHERE by_transaction = ANY (CAST(? AS XID8[]))) t ON TRUE
            """;

    /** The most that a check may wait before its question is asked. */
    private static final Duration LONGEST_REST = Duration.ofMillis(1);

    private final String url;
    private final Properties properties;
    private final ChangeVersions versions = new ChangeVersions(this);

    private final AtomicLong voided = new AtomicLong();

    /** From here on for the thread that asks: what is seen next goes on from what was seen last. */
    private Optional<Sql> connected = Optional.empty();

    private Snapshot seen = Snapshot.NOTHING;
    private String server = "";

    private final SharedQuery changes =
            new SharedQuery("postgres-changes", LONGEST_REST, this::follow);

    PostgresChangeFeed(String url, Properties properties) {
        this.url = url;
        this.properties = properties;
    }

    ChangeVersions versions() {
        return versions;
    }

    @Override
    public void catchUp() {
        changes.ask();
    }

    /** The same for a caller who must not wait; see {@link SharedQuery#whenAsked}. */
    void whenCaughtUp(Runnable ready, Runnable failed) {
        changes.whenAsked(ready, failed);
    }

    @Override
    public long latest() {
        return voided.get();
    }

    @Override
    public OptionalLong quiet() {
        return OptionalLong.of(latest());
    }

    @Override
    public void close() {
        changes.close();
        leave();
    }

    /** Once more where the connection may have been broken for long. */
    private void follow() {
        boolean mayBeStale = connected.isPresent();
        try {
            take(told());
        } catch (SQLException | RuntimeException cause) {
            leave();
            if (!mayBeStale) {
                throw new StorageFault("cannot ask what was touched", cause);
            }
            follow();
        }
    }

    private List<Told> told() throws SQLException {
        List<Told> told =
                connected()
                        .all(
                                WHAT_WAS_TOUCHED,
                                Told::read,
                                seen.xmin,
                                seen.xmax,
                                "{" + seen.running + "}");
        if (told.isEmpty()) {
            throw new SQLException("touched_horizon has no row");
        }
        return told;
    }

    private void take(List<Told> told) {
        Told first = told.getFirst();
        if (first.isMissed || !first.server.equals(server)) {
            voided.incrementAndGet();
        }
        for (Told each : told) {
            each.name.ifPresent(versions::row);
            each.token.ifPresent(versions::row);
        }
        versions.mark();
        server = first.server;
        seen = first.snapshot;
    }

    private Sql connected() throws SQLException {
        if (connected.isEmpty()) {
            var sql =
                    new Sql(
                            DriverManager.getConnection(url, properties),
                            Database.Dialect.POSTGRESQL);
            connected = Optional.of(sql);
            // The table changes faster than its statistics, and what may not use an index counts as
            // so dear that the question would be compiled each time.
            sql.script("SET enable_seqscan = off; SET jit = off");
        }
        return connected.get();
    }

    private void leave() {
        voided.incrementAndGet();
        seen = Snapshot.NOTHING;
        connected.ifPresent(Sql::hangUp);
        connected = Optional.empty();
    }

    private record Told(
            Snapshot snapshot,
            String server,
            boolean isMissed,
            Optional<String> name,
            Optional<SecretHash> token) {
        static Told read(Sql.Row row) throws SQLException {
            return new Told(
                    Snapshot.of(row.text("snapshot")),
                    row.text("server"),
                    row.yes("missed"),
                    row.maybeText("name"),
                    row.maybeBytes("token").map(SecretHash::stored));
        }
    }

    /**
     * Which transactions had ended, in the words of PostgreSQL: all before {@code xmin}, none from
     * {@code xmax} on, and between them all but those still running.
     */
    private record Snapshot(String xmin, String xmax, String running) {
        /** Nothing can be new to it, and everything missed. */
        static final Snapshot NOTHING = new Snapshot("0", Long.toUnsignedString(-1), "");

        static Snapshot of(String text) {
            String[] parts = text.split(":", -1);
            return new Snapshot(parts[0], parts[1], parts[2]);
        }
    }
}
