package dev.latchkey.bench.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;

/** Many rows a statement. */
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
     * What is filled refers to what is there; to look it up a row at a time takes longest of all.
     */
    private void trustForeignKeys() {
        try {
            execute(List.of("SET session_replication_role = replica"));
        } catch (SQLException notAllowed) {
            // Then it takes longer.
        }
    }
}
