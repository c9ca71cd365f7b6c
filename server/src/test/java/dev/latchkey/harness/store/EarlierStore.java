package dev.latchkey.harness.store;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.model.SecretHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * An empty store as the release before has created it. Its schema is kept in the resources of the
 * tests, word for word.
 */
public final class EarlierStore {
  public static final int VERSION = 27;

  private static final Pattern TABLE = Pattern.compile("(?s)CREATE TABLE ([a-z_]+) \\((.*?)\n\\)");
  private static final Pattern COLUMN = Pattern.compile("(?m)^    ([a-z_]+) ");
  private static final Pattern HASH = Pattern.compile("hash\\('([a-z ]+)'\\)");

  private EarlierStore() {}

  private static final class OnPostgres {
    static final String TEMPLATE =
        Postgres.template(url -> fillEmpty(Latchkey.settings(Store.SQLITE).on(Optional.of(url))));
  }

  /** The settings of a server with such a store. */
  public static Settings create(Store store) {
    Settings settings = Latchkey.settings(Store.SQLITE);
    return switch (store) {
      case SQLITE -> {
        fillEmpty(settings);
        yield settings;
      }
      case POSTGRESQL -> settings.on(Optional.of(Postgres.copyOf(OnPostgres.TEMPLATE)));
    };
  }

  private static void fillEmpty(Settings settings) {
    execute(settings, statements(settings.store().database()));
  }

  /**
   * Adds a row or more to each table. {@code secrets} has the tokens by the names that rows-27.sql
   * gives them.
   */
  public static void fill(Settings settings, Map<String, String> secrets) {
    String rows =
        HASH.matcher(resource("rows-27.sql"))
            .replaceAll(found -> {
              String name = found.group(1);
              return hash(settings, secrets.getOrDefault(name, name));
            });
    execute(settings, split(rows));
  }

  /** The hash of a secret as a literal. */
  public static String hash(Settings settings, String secret) {
    String hash = SecretHash.of(secret).text();
    return settings.store().database().isPresent()
        ? "decode('%s', 'hex')".formatted(hash)
        : "x'%s'".formatted(hash);
  }

  /** The rows of each table, with the columns that the release before knows. */
  public static Map<String, List<String>> rows(Settings settings) {
    var rows = new TreeMap<String, List<String>>();
    try (Connection connection = connect(settings);
        var query = connection.createStatement()) {
      for (MatchResult table : TABLE.matcher(resource("schema-27.sql")).results().toList()) {
        List<String> columns =
            COLUMN.matcher(table.group(2)).results().map(found -> found.group(1)).toList();
        String select = "SELECT %s FROM %s".formatted(String.join(", ", columns), table.group(1));
        try (var found = query.executeQuery(select)) {
          rows.put(table.group(1), rows(found, columns.size()));
        }
      }
      return rows;
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }

  private static List<String> rows(ResultSet found, int columns) throws SQLException {
    var rows = new ArrayList<String>();
    while (found.next()) {
      var row = new ArrayList<String>();
      for (int i = 1; i <= columns; i++) {
        row.add(found.getString(i));
      }
      rows.add(row.toString());
    }
    return rows;
  }

  public static void execute(Settings settings, List<String> statements) {
    try (Connection connection = connect(settings);
        var statement = connection.createStatement()) {
      for (String each : statements) {
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
            .replace("{clustered}", isPostgres ? "" : "WITHOUT ROWID")
            .replace(
                "{serial}",
                isPostgres
                    ? "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
                    : "INTEGER PRIMARY KEY AUTOINCREMENT");
    var all = new ArrayList<String>();
    all.add("CREATE TABLE schema_version (version INTEGER NOT NULL)");
    all.addAll(split(text));
    if (isPostgres) {
      all.add(resource("schema-27.postgresql.sql"));
    }
    all.add("INSERT INTO schema_version (version) VALUES (27)");
    return all;
  }

  private static List<String> split(String text) {
    return Arrays.stream(text.replaceAll("(?m)--.*$", "").split(";"))
        .filter(each -> !each.isBlank())
        .toList();
  }

  private static String resource(String name) {
    try (var file = EarlierStore.class.getResourceAsStream("/schema/" + name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
