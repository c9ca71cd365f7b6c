package dev.latchkey.storage.database;

import dev.latchkey.model.StorageFault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates the schema in an empty store. Refuses a store whose schema version differs from that of
 * this program (docs/decisions/0003).
 */
public final class Schema {
    /** The first version that belongs to a release. No release used an earlier version. */
    public static final int VERSION = 27;

    private static final Pattern TABLE = Pattern.compile("^CREATE TABLE ([a-z_]+)");

    /**
     * A column that refers to another table: the column up to the reference, its name, the table.
     */
    private static final Pattern REFERENCE =
            Pattern.compile("(?m)^( +([a-z_]+) +[A-Z][A-Z ]*) REFERENCES ([a-z_]+)");

    private static final Predicate<String> INDEX =
            statement -> statement.startsWith("CREATE INDEX");

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
                create(sql);
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

    private static void create(Sql sql) throws SQLException {
        createTables(sql, statements());
        run(sql, INDEX);
    }

    /**
     * Creates the tables for millions of rows. They get their indexes afterwards, because that is
     * many times faster, and so do the foreign keys of PostgreSQL: it would check each row alone.
     */
    public static void createTablesToFill(Sql sql) throws SQLException {
        createTables(
                sql,
                switch (sql.dialect()) {
                    case SQLITE -> statements();
                    case POSTGRESQL ->
                            statements().stream().map(Schema::withoutReferences).toList();
                });
    }

    private static String withoutReferences(String statement) {
        String without = REFERENCE.matcher(statement).replaceAll("$1");
        if (without.contains(" REFERENCES ")) {
            throw new IllegalStateException("a foreign key that is not recognised: " + statement);
        }
        return without;
    }

    /** Completes the tables that were filled. */
    public static void completeFilled(Sql sql) throws SQLException {
        run(sql, INDEX);
        switch (sql.dialect()) {
            case SQLITE -> {}
            case POSTGRESQL -> {
                for (String foreignKey : foreignKeys()) {
                    sql.script(foreignKey);
                }
            }
        }
    }

    private static List<String> foreignKeys() {
        var all = new ArrayList<String>();
        for (String statement : statements()) {
            Matcher table = TABLE.matcher(statement);
            if (table.find()) {
                REFERENCE
                        .matcher(statement)
                        .results()
                        .map(found ->
                                "ALTER TABLE %s ADD FOREIGN KEY (%s) REFERENCES %s"
                                        .formatted(table.group(1), found.group(2), found.group(3)))
                        .forEach(all::add);
            }
        }
        return all;
    }

    private static void createTables(Sql sql, List<String> statements) throws SQLException {
        sql.update("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
        run(sql, statements, INDEX.negate());
        switch (sql.dialect()) {
            case SQLITE -> {}
            case POSTGRESQL -> sql.script(text("schema.postgresql.sql"));
        }
        sql.update("INSERT INTO schema_version (version) VALUES (?)", VERSION);
    }

    private static void run(Sql sql, Predicate<String> which) throws SQLException {
        run(sql, statements(), which);
    }

    private static void run(Sql sql, List<String> statements, Predicate<String> which)
            throws SQLException {
        for (String statement : statements) {
            if (which.test(statement)) {
                sql.script(sql.dialect().translate(statement));
            }
        }
    }

    private static List<String> statements() {
        return Arrays.stream(text("schema.sql").replaceAll("(?m)--.*$", "").split(";"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    /** The tables with data, each after those that it refers to. */
    public static List<String> tables() {
        return statements().stream()
                .flatMap(statement -> TABLE.matcher(statement).results())
                .map(found -> found.group(1))
                .toList();
    }

    /** The version of a store, or 0 if it has no tables. */
    public static int versionOf(Sql sql) throws SQLException {
        return sql.exists(
                        switch (sql.dialect()) {
                            case SQLITE ->
                                    "SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'";
                            case POSTGRESQL ->
                                    "SELECT 1 WHERE to_regclass('schema_version') IS NOT NULL";
                        })
                ? version(sql)
                : 0;
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
