package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * Copies of a store are put where another store has left its log, or come from a stranger. SQLite
 * replays a log that lies beside a store, whichever store has written it.
 */
class LeftoverFilesTest {
  private static final List<String> LEFT = List.of("-wal", "-shm", "-journal");

  private final Settings settings = Latchkey.settings(Store.SQLITE);
  private final Settings target = Latchkey.settings(Store.SQLITE);
  private final Path place = target.store().sqliteFile();
  private final Path file = Latchkey.temporaryDirectory().resolve("copy");
  private final StringWriter errors = new StringWriter();

  @Test
  void a_restored_store_does_not_replay_the_log_of_a_store_that_is_gone()
      throws IOException, SQLException {
    String token;
    try (Latchkey latchkey = Latchkey.start(settings)) {
      App app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      token = app.tokens(browser).access();
      assertThat(run("backup", file.toString(), "--data", data(settings))).isZero();
      for (int i = 0; i < 20; i++) {
        app.tokens(latchkey.browser().signIn(latchkey.person()));
      }
      Path log = beside(settings.store().sqliteFile(), "-wal");
      Files.copy(log, beside(place, "-wal"));
      Files.copy(log, beside(place, ".part-wal"));
    }
    Files.copy(keyFile(settings), keyFile(target));

    assertThat(run("restore", file.toString(), "--data", data(target))).isZero();

    assertThat(integrity(place)).isEqualTo("ok");
    assertThat(beside(place, ".replaced-1-wal")).isNotEmptyFile();
    try (Latchkey latchkey = Latchkey.start(target)) {
      assertThat(latchkey.isActive(token)).isTrue();
    }
  }

  @Test
  void a_restore_keeps_every_file_that_was_beside_the_store() throws IOException {
    Latchkey.start(settings).close();
    assertThat(run("backup", file.toString(), "--data", data(settings))).isZero();
    for (String ending : LEFT) {
      Files.writeString(beside(place, ending), ending);
      Files.writeString(beside(place, ".part" + ending), "of an earlier restore");
    }

    assertThat(run("restore", file.toString(), "--data", data(target))).isZero();

    for (String ending : LEFT) {
      assertThat(beside(place, ".replaced-1" + ending)).hasContent(ending);
      assertThat(beside(place, ending)).doesNotExist();
      assertThat(beside(place, ".part" + ending)).doesNotExist();
    }
  }

  @Test
  void nothing_is_written_beside_the_log_of_another_store() throws IOException {
    Latchkey.start(settings).close();
    assertThat(run("export", file.toString(), "--data", data(settings))).isZero();
    for (String ending : LEFT) {
      Path left = beside(place, ending);
      Files.writeString(left, "of a store that is gone");

      assertThat(run("import", file.toString(), "--data", data(target))).isEqualTo(1);
      assertThat(errors.toString()).contains(left.getFileName() + " exists already");
      assertThat(run("backup", place.toString(), "--data", data(settings))).isEqualTo(1);

      assertThat(place).doesNotExist();
      Files.delete(left);
    }
  }

  @Test
  void an_export_of_one_endless_line_is_refused_before_it_fills_the_heap() throws IOException {
    byte[] part = "a".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
    try (var packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < 16; i++) {
        packed.write(part);
      }
    }

    assertThat(run("import", file.toString(), "--data", data(target))).isEqualTo(1);

    assertThat(errors.toString()).contains("a line is longer than 4194304 characters");
    assertThat(place).doesNotExist();
  }

  @Test
  void an_export_with_damaged_names_or_values_is_refused_in_one_line() throws IOException {
    try (Latchkey latchkey = Latchkey.start(settings)) {
      latchkey.app();
    }
    assertThat(run("export", file.toString(), "--data", data(settings))).isZero();
    String text = unpacked();
    String database = Postgres.freshDatabase();
    String tooLarge = "99999999999999999999";
    for (String damaged :
        List.of(
            text.replaceFirst("organizations: [0-9]+", "organizations: " + tooLarge),
            text.replaceFirst("-- organizations: ", "-- teams: "),
            text.replaceFirst("COPY organizations ", "COPY teams "),
            text.replaceFirst("organizations: ", "unknown: ")
                .replaceFirst("COPY organizations ", "COPY unknown "),
            text.replaceFirst("(?m)^(?<row>org_.*\t)[0-9]+$", "${row}" + tooLarge),
            text.replace("\\\\x", "\\\\xz"),
            text.replace("\\\\x", "x"))) {
      assertThat(damaged).isNotEqualTo(text);
      pack(damaged);

      assertRefusedInOneLine("--data", data(target));
      assertThat(place).doesNotExist();
      assertRefusedInOneLine("--database", database);
    }
  }

  private void assertRefusedInOneLine(String... to) {
    errors.getBuffer().setLength(0);
    assertThat(run("import", file.toString(), to[0], to[1])).isEqualTo(1);
    assertThat(errors.toString()).contains("latchkey: ").doesNotContain("\tat ");
  }

  @Test
  void a_table_that_an_export_cannot_have_is_refused_before_it_is_filled() throws IOException {
    Latchkey.start(settings).close();
    assertThat(run("export", file.toString(), "--data", data(settings))).isZero();
    pack(
        unpacked()
            .replaceFirst("-- organizations: ", "-- schema_version: ")
            .replaceFirst("COPY organizations \\([^)]*\\)", "COPY schema_version (no)"));

    for (String[] to :
        new String[][] {{"--data", data(target)}, {"--database", Postgres.freshDatabase()}}) {
      assertRefusedInOneLine(to);
      assertThat(errors.toString()).contains("schema_version is not expected here");
    }
  }

  private String unpacked() throws IOException {
    try (var packed = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(packed.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void pack(String text) throws IOException {
    try (var packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private int run(String... arguments) {
    return Cli.run(new PrintWriter(new StringWriter()), new PrintWriter(errors, true), arguments);
  }

  private static String data(Settings settings) {
    return settings.store().data().toString();
  }

  private static Path keyFile(Settings settings) {
    return settings.store().data().resolve("latchkey.key");
  }

  private static Path beside(Path store, String ending) {
    return store.resolveSibling(store.getFileName() + ending);
  }

  private static String integrity(Path store) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + store);
        var statement = connection.createStatement();
        var row = statement.executeQuery("PRAGMA integrity_check")) {
      return row.getString(1);
    }
  }
}
