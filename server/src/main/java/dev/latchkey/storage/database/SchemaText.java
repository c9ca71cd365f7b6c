package dev.latchkey.storage.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files with the statements that create and change the tables. */
final class SchemaText {
  static final String NEWEST = "schema";

  private static final Pattern INDEX = Pattern.compile("^CREATE (UNIQUE )?INDEX ([a-z0-9_]+)");

  /** Indexes are created after everything else: it is faster, and on PostgreSQL blocks nobody. */
  static final Predicate<String> IS_INDEX = INDEX.asPredicate();

  static final Predicate<String> IS_VIEW = statement -> statement.startsWith("CREATE VIEW ");

  private SchemaText() {}

  /** The name of the files of the step that brings a store to this version. */
  static String step(int version) {
    return "steps/" + version;
  }

  /** The statements for both databases. A literal in them has neither a ; nor a --. */
  static List<String> statements(String name) {
    return split(required(name + ".sql"));
  }

  /** The statements that only this database needs. */
  static List<String> additions(String name, Database.Dialect dialect) {
    return switch (dialect) {
      case SQLITE -> text(name + ".sqlite.sql").map(SchemaText::split).orElse(List.of());
      // Functions contain semicolons, so PostgreSQL itself splits the text.
      case POSTGRESQL -> text(name + ".postgresql.sql").stream().toList();
    };
  }

  /** All statements except those that create indexes. */
  static List<String> withoutIndexes(String name, Database.Dialect dialect) {
    return Stream.concat(
            statements(name).stream().filter(IS_INDEX.negate()).map(dialect::translate),
            additions(name, dialect).stream())
        .toList();
  }

  /** The name of the index that a statement creates. */
  static String indexName(String statement) {
    return INDEX
        .matcher(statement)
        .results()
        .map(found -> found.group(2))
        .findFirst()
        .orElseThrow();
  }

  static List<String> split(String text) {
    return Arrays.stream(text.replaceAll("(?m)--.*$", "").split(";"))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }

  private static String required(String name) {
    return text(name).orElseThrow(() -> new IllegalStateException("missing " + name));
  }

  private static Optional<String> text(String name) {
    try (InputStream file = SchemaText.class.getResourceAsStream("/schema/" + name)) {
      return file == null
          ? Optional.empty()
          : Optional.of(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException cause) {
      throw new IllegalStateException("unreadable " + name, cause);
    }
  }
}
