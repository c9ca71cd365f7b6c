package dev.latchkey.bench.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;

/** Loads into PostgreSQL, with many rows in each statement. */
final class PostgresLoader extends Loader {
    private PostgresLoader(Connection connection) {
        super(connection);
    }

    static PostgresLoader open(String url) throws SQLException {
        var properties = new Properties();
        properties.setProperty("reWriteBatchedInserts", "true");
        var loader = new PostgresLoader(DriverManager.getConnection(url, properties));
        loader.trustForeignKeys();
        return loader;
    }

    @Override
    String indexQuery() {
        return "SELECT tablename, indexname, indexdef FROM pg_indexes i"
                + " WHERE schemaname = current_schema() AND NOT EXISTS"
                + " (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)";
    }

    @Override
    void finish() throws SQLException {
        execute(List.of("VACUUM ANALYZE", "CHECKPOINT"));
    }

    /**
     * Turns off the checks of foreign keys. The rows refer to rows that exist, and checking each of
     * them would take longer than everything else.
     */
    private void trustForeignKeys() {
        try {
            execute(List.of("SET session_replication_role = replica"));
        } catch (SQLException notAllowed) {
            // The database user may not turn them off, so filling takes longer.
        }
    }
}
