package dev.latchkey.storage;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.StorageFault;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A short transaction a move; the server groups the commits of many itself. Only the primary is
 * asked: a replica may lag, and a token revoked must be dead everywhere at once.
 */
public final class PostgresDatabase implements Database {
    /**
     * A conflict of two transactions, a deadlock, and a unique value that another took in the same
     * moment: the next try sees it, and the guard of the move refuses.
     */
    private static final Set<String> WORTH_ANOTHER_TRY = Set.of("40001", "40P01", "23505");

    private static final int TRIES = 8;
    private static final int CONNECTIONS = 16;
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
        config.setConnectionInitSql(
                "SELECT CASE WHEN current_setting('synchronous_commit') = 'off'"
                        + " THEN set_config('synchronous_commit', 'on', false) END");
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
    public <T> T write(Move<T> move) {
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(move);
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
                        "UPDATE touched_horizon SET moved_at = ?,"
                                + " gone_before = LEAST(next_before, pg_snapshot_xmin(pg_current_snapshot())),"
                                + " next_before = pg_snapshot_xmin(pg_current_snapshot())"
                                + " WHERE moved_at <= ?",
                        now,
                        now.minus(TIME_TO_SEE)));
        return write(sql ->
                sql.update(
                        "DELETE FROM touched WHERE ctid IN (SELECT t.ctid FROM touched t"
                                + " WHERE t.by_transaction < (SELECT gone_before FROM touched_horizon)"
                                + " ORDER BY t.by_transaction LIMIT ?)",
                        most));
    }

    @Override
    public void close() {
        feed.close();
        pool.close();
    }

    private <T> T attempt(Move<T> move) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try (Sql sql = new Sql(connection, Dialect.POSTGRESQL)) {
                T result = move.on(sql);
                sql.commit();
                sql.takeRecorded().forEach(log);
                return result;
            } catch (SQLException | RuntimeException cause) {
                undo(connection, cause);
                throw cause;
            }
        }
    }

    private static void undo(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException broken) {
            cause.addSuppressed(broken);
        }
    }
}
