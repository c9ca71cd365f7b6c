package dev.latchkey.harness;

import dev.latchkey.config.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An empty store as the release before has created it. Its schema is kept in the resources of the
 * tests, word for word.
 */
public final class EarlierStore {
    public static final int VERSION = 27;

    private EarlierStore() {}

    /** The settings of a server with such a store. */
    public static Settings create(Store store) {
        Settings settings = empty(store);
        create(settings);
        return settings;
    }

    private static Settings empty(Store store) {
        Settings settings = Latchkey.settings(Store.SQLITE);
        return switch (store) {
            case SQLITE -> settings;
            case POSTGRESQL -> settings.on(Optional.of(Postgres.freshDatabase()));
        };
    }

    private static void create(Settings settings) {
        try (Connection connection = connect(settings);
                var statement = connection.createStatement()) {
            for (String each : statements(settings.store().database())) {
                statement.execute(each);
            }
        } catch (SQLException cause) {
            throw new IllegalStateException(cause);
        }
    }

    public static Connection connect(Settings settings) throws SQLException {
        Optional<String> database = settings.store().database();
        if (database.isPresent()) {
            return DriverManager.getConnection(database.get());
        }
        Path file = settings.store().sqliteFile();
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    private static List<String> statements(Optional<String> database) {
        boolean isPostgres = database.isPresent();
        String text =
                resource("schema-27.sql")
                        .replaceAll("(?m)--.*$", "")
                        .replace("{clustered}", isPostgres ? "" : "WITHOUT ROWID")
                        .replace(
                                "{serial}",
                                isPostgres
                                        ? "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
                                        : "INTEGER PRIMARY KEY AUTOINCREMENT");
        var all = new ArrayList<String>();
        all.add("CREATE TABLE schema_version (version INTEGER NOT NULL)");
        all.addAll(Arrays.stream(text.split(";")).filter(each -> !each.isBlank()).toList());
        if (isPostgres) {
            all.add(resource("schema-27.postgresql.sql"));
        }
        all.add("INSERT INTO schema_version (version) VALUES (27)");
        return all;
    }

    static String resource(String name) {
        try (var file = EarlierStore.class.getResourceAsStream("/schema/" + name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }
}
