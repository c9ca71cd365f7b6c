package dev.latchkey.storage.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.StorageFault;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A short transaction a move; the server groups the commits of many itself. Only the primary is
 * asked: a replica may lag, and a token revoked must be dead everywhere at once.
 */
public final class PostgresDatabase implements Database {
    private static final String SERIALIZATION = "40001";

    /**
     * A conflict of two transactions, a deadlock, and a unique value that another took in the same
     * moment: the next try sees it, and the guard of the move refuses.
     */
    private static final Set<String> WORTH_ANOTHER_TRY = Set.of(SERIALIZATION, "40P01", "23505");

    private static final int TRIES = 8;

    /** How the loss of a connection is told, or its end by the server. */
    private static final List<String> CONNECTION_LOST = List.of("08", "57P0");

    /**
     * What the server does for us when this node, or its host, is lost in the middle of a move: the
     * transaction ends, and with it its locks. The times fit into each other: a lock is waited for
     * longer than a lost transaction keeps it, and every wait ends before the client gives up. What
     * an older server, or one on another system than Linux, does not know is left out.
     */
    private static final String SESSION_SETTINGS =
            """
            SELECT set_config(w.name, w.value, false)
              FROM (VALUES
                ('idle_in_transaction_session_timeout', '5000', FALSE),
                ('lock_timeout', '7000', FALSE),
                ('statement_timeout', '9000', FALSE),
                ('client_connection_check_interval', '2000', TRUE),
                ('tcp_keepalives_idle', '5', TRUE),
                ('tcp_keepalives_interval', '2', TRUE),
                ('tcp_keepalives_count', '3', TRUE),
                ('tcp_user_timeout', '10000', TRUE)) AS w (name, value, linux)
              JOIN pg_settings s ON s.name = w.name
             WHERE NOT w.linux OR version() LIKE '%linux%'
            UNION ALL
            SELECT set_config('synchronous_commit', 'on', false)
             WHERE current_setting('synchronous_commit') = 'off'
            """;

    private static final String NO_TIME_LIMITS =
            """
            SELECT set_config(name, '0', true)
            FROM pg_settings
            WHERE name IN ('lock_timeout', 'statement_timeout')
            """;

    /** For how long the end of a transaction is asked for whose COMMIT got no answer. */
    private static final Duration LOOK_UP = Duration.ofSeconds(3);

    private static final Duration BETWEEN_LOOK_UPS = Duration.ofMillis(50);
    private static final int CONNECTIONS = 24;
    private static final int LANES = 3;
    private static final long PATIENCE_MILLIS = 2_000;
    private static final int SOCKET_SECONDS = 10;
    private static final Duration TIME_TO_SEE = Duration.ofMinutes(1);

    private final HikariDataSource pool;
    private final PostgresChangeFeed feed;
    private final Consumer<AuditEntry> log;

    private PostgresDatabase(
            HikariDataSource pool, PostgresChangeFeed feed, Consumer<AuditEntry> log) {
        this.pool = pool;
        this.feed = feed;
        this.log = log;
    }

    public static PostgresDatabase open(String url, Consumer<AuditEntry> log) {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setPoolName("postgres");
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        config.setValidationTimeout(PATIENCE_MILLIS / 2);
        config.setDataSourceProperties(properties());
        config.setConnectionInitSql(SESSION_SETTINGS);
        try {
            return new PostgresDatabase(
                    new HikariDataSource(config), new PostgresChangeFeed(url, properties()), log);
        } catch (HikariPool.PoolInitializationException unreachable) {
            Throwable why = unreachable.getCause() == null ? unreachable : unreachable.getCause();
            throw new StorageFault("cannot reach the database: " + why.getMessage(), unreachable);
        }
    }

    private static Properties properties() {
        var properties = new Properties();
        properties.setProperty("targetServerType", "primary");
        properties.setProperty("socketTimeout", String.valueOf(SOCKET_SECONDS));
        properties.setProperty("connectTimeout", "2");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("logServerErrorDetail", "false");
        properties.setProperty("ApplicationName", "latchkey");
        return properties;
    }

    @Override
    public <T> T read(Move<T> query) {
        try (Connection connection = pool.getConnection();
                Sql sql = new Sql(connection, Dialect.POSTGRESQL)) {
            return query.on(sql);
        } catch (SQLException cause) {
            throw new StorageFault("a read failed", cause);
        }
    }

    @Override
    public <T> T write(WriteSpace room, Move<T> move) {
        return write(move, SOCKET_SECONDS);
    }

    @Override
    public <T> T writeHoweverLong(Move<T> move) {
        return write(
                sql -> {
                    sql.all(NO_TIME_LIMITS, row -> true);
                    return move.on(sql);
                },
                0);
    }

    /** 0 seconds: an answer of the server is waited for without end. */
    private <T> T write(Move<T> move, int seconds) {
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(move, seconds);
            } catch (SQLException cause) {
                if (attempt == TRIES
                        || !WORTH_ANOTHER_TRY.contains(String.valueOf(cause.getSQLState()))) {
                    throw new StorageFault("a move failed", cause);
                }
            }
        }
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRESQL;
    }

    @Override
    public int lanes() {
        return LANES;
    }

    @Override
    public ChangeVersions watch() {
        return feed.versions();
    }

    @Override
    public void whenCaughtUp(Runnable ready, Runnable failed) {
        feed.whenCaughtUp(ready, failed);
    }

    /** A node that asks less often than that finds what it kept void. */
    @Override
    public int forgetTouched(Instant now, int most) {
        write(sql ->
                sql.update(
                        """
                        UPDATE touched_horizon
                        SET moved_at = ?, gone_before = LEAST(next_before, pg_snapshot_xmin(pg_current_snapshot())),
                            next_before = pg_snapshot_xmin(pg_current_snapshot())
                        WHERE moved_at <= ?
                        """,
                        now,
                        now.minus(TIME_TO_SEE)));
        return write(sql ->
                sql.update(
                        """
                        DELETE FROM touched
                        WHERE ctid IN (SELECT t.ctid FROM touched t WHERE t.by_transaction < (SELECT gone_before
                            FROM touched_horizon) ORDER BY t.by_transaction LIMIT ?)
                        """,
                        most));
    }

    /** The server's disk is for its administrators to keep free. */
    @Override
    public void keepReserve() {
        // Nothing of this process lies there.
    }

    @Override
    public void close() {
        feed.close();
        pool.close();
    }

    private <T> T attempt(Move<T> move, int seconds) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            connection.setNetworkTimeout(Runnable::run, seconds * 1_000);
            try (Sql sql = new Sql(connection, Dialect.POSTGRESQL)) {
                var transaction = Transaction.begin(sql);
                T result = move.on(sql);
                commit(sql, transaction);
                sql.takeRecorded().forEach(log);
                return result;
            } catch (SQLException | RuntimeException cause) {
                undo(connection, cause);
                throw cause;
            }
        }
    }

    /** A COMMIT without an answer is looked up: the caller gets to know what became of the move. */
    private void commit(Sql sql, Transaction transaction) throws SQLException {
        try {
            sql.commit();
        } catch (SQLException failed) {
            if (!isConnectionLost(failed)) {
                throw failed;
            }
            switch (fate(transaction, failed)) {
                case COMMITTED -> {
                    // As if the answer had come.
                }
                case ABORTED -> throw new SQLException("not committed", SERIALIZATION, failed);
                case IN_PROGRESS, UNKNOWN -> throw failed;
            }
        }
    }

    private static boolean isConnectionLost(SQLException failed) {
        String state = String.valueOf(failed.getSQLState());
        return CONNECTION_LOST.stream().anyMatch(state::startsWith);
    }

    private Transaction.Fate fate(Transaction transaction, SQLException lost) {
        long end = System.nanoTime() + LOOK_UP.toNanos();
        var fate = Transaction.Fate.IN_PROGRESS;
        while (fate == Transaction.Fate.IN_PROGRESS && System.nanoTime() < end) {
            try (Connection another = pool.getConnection();
                    Sql sql = new Sql(another, Dialect.POSTGRESQL)) {
                fate = transaction.fate(sql);
            } catch (SQLException unreachable) {
                lost.addSuppressed(unreachable);
            }
            if (fate == Transaction.Fate.IN_PROGRESS) {
                LockSupport.parkNanos(BETWEEN_LOOK_UPS.toNanos());
            }
        }
        return fate;
    }

    private static void undo(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException broken) {
            cause.addSuppressed(broken);
        }
    }
}
