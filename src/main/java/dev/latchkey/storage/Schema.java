package dev.latchkey.storage;

import dev.latchkey.model.StorageFault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

/**
 * Brings a store to the version this program knows, step by step, and refuses one that a newer
 * program has been at. Thirty lines do what is needed on both databases (docs/decisions/0003).
 */
public final class Schema {
    private static final List<String> STEPS =
            List.of(
                    "0001-first.sql",
                    "0002-usage.sql",
                    "0003-signing-keys.sql",
                    "0004-people.sql",
                    "0005-forms-that-work-once.sql",
                    "0006-credential-lists.sql",
                    "0007-audit-pages.sql",
                    "0008-second-factor.sql",
                    "0009-external-sign-in.sql",
                    "0010-touched.postgresql.sql",
                    "0011-answers.sql",
                    "0012-room-to-update.postgresql.sql",
                    "0013-proofs-touched.postgresql.sql",
                    "0014-times-disabled.sql",
                    "0015-owners-touched.postgresql.sql",
                    "0016-reset-links-side-by-side.sql",
                    "0017-requests-with-the-browser.sql",
                    "0018-transfer-offers.sql");

    /** A step that the other database has no use for; it counts there as well. */
    private static final String FOR_POSTGRESQL = ".postgresql.sql";

    private static final long LOCK = 0x6c61_7463_68L;

    private Schema() {}

    public static void bringUp(Database database) {
        database.writeHoweverLong(sql -> {
            if (database.dialect() == Database.Dialect.POSTGRESQL) {
                sql.one("SELECT 1 AS locked FROM pg_advisory_xact_lock(?)", row -> true, LOCK);
            }
            sql.update("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
            int version =
                    sql.one(
                                    "SELECT COALESCE(MAX(version), 0) AS version FROM schema_version",
                                    row -> row.number("version"))
                            .orElse(0);
            if (version > STEPS.size()) {
                throw new StorageFault(
                        "the store is at schema version %d, this program knows up to %d: start the newer program"
                                .formatted(version, STEPS.size()));
            }
            for (int step = version; step < STEPS.size(); step++) {
                take(sql, database.dialect(), step);
            }
            return STEPS.size();
        });
    }

    private static void take(Sql sql, Database.Dialect dialect, int step) throws SQLException {
        String name = STEPS.get(step);
        if (dialect == Database.Dialect.POSTGRESQL || !name.endsWith(FOR_POSTGRESQL)) {
            sql.script(dialect.spell(text(name)));
        }
        sql.update("INSERT INTO schema_version (version) VALUES (?)", step + 1);
    }

    private static String text(String name) {
        try (InputStream file = Schema.class.getResourceAsStream("/schema/" + name)) {
            if (file == null) {
                throw new IllegalStateException("missing schema step " + name);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException cause) {
            throw new IllegalStateException("unreadable schema step " + name, cause);
        }
    }
}
