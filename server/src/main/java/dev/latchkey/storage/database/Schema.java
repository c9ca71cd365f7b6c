package dev.latchkey.storage.database;

import dev.latchkey.model.StorageFault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/**
 * Creates the schema in an empty store. Refuses a store whose schema version differs from that of
 * this program (docs/decisions/0003).
 */
public final class Schema {
    /** The first version that belongs to a release. No release used an earlier version. */
    private static final int VERSION = 25;

    private static final long LOCK = 0x6c61_7463_68L;

    private Schema() {}

    public static void bringUp(Database database) {
        database.writeWithoutTimeLimit(sql -> {
            if (database.dialect() == Database.Dialect.POSTGRESQL) {
                sql.one("SELECT 1 AS locked FROM pg_advisory_xact_lock(?)", row -> true, LOCK);
            }
            sql.update("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
            int version = version(sql);
            if (version == 0) {
                create(sql, database.dialect());
            } else if (version != VERSION) {
                throw new StorageFault(refusal(version));
            }
            return VERSION;
        });
    }

    private static int version(Sql sql) throws SQLException {
        return sql.one(
                        "SELECT COALESCE(MAX(version), 0) AS version FROM schema_version",
                        row -> row.number("version"))
                .orElse(0);
    }

    private static String refusal(int version) {
        return version > VERSION
                ? "the store is at schema version %d, this program knows up to %d: start the newer program"
                        .formatted(version, VERSION)
                : "the store is at schema version %d, from before the first release, and this program begins with %d: start it on an empty store"
                        .formatted(version, VERSION);
    }

    private static void create(Sql sql, Database.Dialect dialect) throws SQLException {
        sql.script(dialect.translate(text("schema.sql")));
        switch (dialect) {
            case SQLITE -> {}
            case POSTGRESQL -> sql.script(text("schema.postgresql.sql"));
        }
        sql.update("INSERT INTO schema_version (version) VALUES (?)", VERSION);
    }

    private static String text(String name) {
        try (InputStream file = Schema.class.getResourceAsStream("/schema/" + name)) {
            if (file == null) {
                throw new IllegalStateException("missing " + name);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException cause) {
            throw new IllegalStateException("unreadable " + name, cause);
        }
    }
}
