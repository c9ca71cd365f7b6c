package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.process.StorageFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** What an operator does with a whole store: copies, moves and restores it. */
class CopiedStoreTest {
  private final Path file = Latchkey.temporaryDirectory().resolve("copy");

  @Test
  void a_store_moves_from_sqlite_to_postgresql_and_back() throws IOException {
    Settings small = Latchkey.settings(Store.SQLITE);
    String database = Postgres.freshDatabase();
    Settings large = small.on(Optional.of(database));
    Settings again = Latchkey.settings(Store.SQLITE);
    App app;
    Tokens tokens;
    String machine;
    String revoked;
    try (Latchkey latchkey = Latchkey.start(small)) {
      app = latchkey.app();
      Person person = latchkey.person();
      tokens = app.tokens(latchkey.browser().signIn(person));
      machine = latchkey.machine(latchkey.administrator(), Optional.empty()).token();
      revoked = app.tokens(latchkey.browser().signIn(person)).access();
      app.revoke(revoked);
    }

    assertThat(run("migrate", "--data", small.store().data().toString(), "--to", database))
        .isZero();

    assertThatThrownBy(() -> Latchkey.start(small))
        .isInstanceOf(StorageFault.class)
        .hasMessageContaining("was moved to " + database.replaceFirst("\\?.*", ""))
        .hasMessageContaining("delete " + small.store().sqliteFile() + "-moved")
        .hasMessageNotContaining("user=");
    assertThat(run("doctor", "--data", small.store().data().toString())).isEqualTo(1);
    try (Latchkey latchkey = Latchkey.start(large)) {
      assertThat(latchkey.isActive(tokens.access())).isTrue();
      assertThat(latchkey.isActive(machine)).isTrue();
      assertThat(latchkey.isActive(revoked)).isFalse();
      tokens = Tokens.of(app.at(latchkey.url()).refresh(tokens.refresh()));
      assertThat(latchkey.isActive(tokens.access())).isTrue();
      assertThat(run("export", file.toString(), "--database", database)).isZero();
    }
    assertThat(run("import", file.toString(), "--data", again.store().data().toString())).isZero();
    Files.copy(
        small.store().data().resolve("latchkey.key"), again.store().data().resolve("latchkey.key"));

    try (Latchkey latchkey = Latchkey.start(again)) {
      assertThat(latchkey.isActive(tokens.access())).isTrue();
      assertThat(latchkey.isActive(revoked)).isFalse();
      App here = app.at(latchkey.url());
      assertThat(latchkey.isActive(Tokens.of(here.refresh(tokens.refresh())).access())).isTrue();
      assertThat(latchkey.isActive(tokens.access())).isFalse();
    }
  }

  @Test
  void a_store_that_was_moved_is_used_again_once_its_note_is_deleted() throws IOException {
    Settings small = Latchkey.settings(Store.SQLITE);
    Latchkey.start(small).close();
    String data = small.store().data().toString();
    assertThat(run("migrate", "--data", data, "--to", Postgres.freshDatabase())).isZero();
    assertThat(run("user", "list", "--data", data)).isEqualTo(1);

    Files.delete(Path.of(small.store().sqliteFile() + "-moved"));

    assertThat(run("user", "list", "--data", data)).isZero();
  }

  @Test
  void a_store_is_not_marked_as_moved_if_the_copy_fails() {
    Settings small = Latchkey.settings(Store.SQLITE);
    Latchkey.start(small).close();
    String data = small.store().data().toString();

    assertThat(run("migrate", "--data", data, "--to", Postgres.databaseWithTables())).isEqualTo(1);

    assertThat(run("user", "list", "--data", data)).isZero();
  }

  /** The foreign keys and indexes are created after the rows, in other statements. */
  @Test
  void a_filled_database_has_the_constraints_and_indexes_of_a_new_one() throws SQLException {
    Settings small = Latchkey.settings(Store.SQLITE);
    String database = Postgres.freshDatabase();
    Settings created = Latchkey.settings(Store.POSTGRESQL);
    Latchkey.start(small).close();
    Latchkey.start(created).close();

    assertThat(run("migrate", "--data", small.store().data().toString(), "--to", database))
        .isZero();

    List<String> filled = definitions(database);
    assertThat(filled).isEqualTo(definitions(created.store().database().orElseThrow()));
    assertThat(filled).anyMatch(each -> each.contains("FOREIGN KEY"));
  }

  /** Without those of the partitions of days, which a server makes. */
  private static List<String> definitions(String database) throws SQLException {
    var definitions = new ArrayList<String>();
    try (var connection = DriverManager.getConnection(database);
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                """
                SELECT what
                FROM (SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS what
                    FROM pg_constraint
                    WHERE conrelid <> 0
                      AND connamespace = 'public'::regnamespace
                    UNION ALL
                    SELECT indexdef
                    FROM pg_indexes
                    WHERE schemaname = 'public') d
                WHERE what !~ '_[0-9]{8}_'
                ORDER BY what
                """)) {
      while (row.next()) {
        definitions.add(row.getString("what"));
      }
    }
    return definitions;
  }

  @Test
  void a_store_that_is_not_empty_is_never_filled() {
    Settings settings = Latchkey.settings(Store.SQLITE);
    String database = Postgres.freshDatabase();
    Latchkey.start(settings).close();
    Latchkey.start(settings.on(Optional.of(database))).close();

    assertThat(run("export", file.toString(), "--data", settings.store().data().toString()))
        .isZero();
    assertThat(run("import", file.toString(), "--data", settings.store().data().toString()))
        .isEqualTo(1);
    assertThat(run("import", file.toString(), "--database", database)).isEqualTo(1);
    assertThat(run("migrate", "--data", settings.store().data().toString(), "--to", database))
        .isEqualTo(1);
  }

  @Test
  void an_export_that_was_changed_or_cut_fills_nothing() throws IOException {
    Settings settings = Latchkey.settings(Store.SQLITE);
    try (Latchkey latchkey = Latchkey.start(settings)) {
      latchkey.person();
    }
    assertThat(run("export", file.toString(), "--data", settings.store().data().toString()))
        .isZero();
    String text = unpacked(file);
    for (String broken :
        List.of(
            text.replaceFirst("@", "%"),
            text.substring(0, text.length() / 2),
            text.replace("-- end of the export\n", ""),
            text.replaceFirst("schema [0-9]+", "schema 3"))) {
      pack(broken);
      Path data = Latchkey.temporaryDirectory();
      String database = Postgres.freshDatabase();

      assertThat(run("import", file.toString(), "--data", data.toString())).isEqualTo(1);
      assertThat(data).isEmptyDirectory();
      assertThat(run("import", file.toString(), "--database", database)).isEqualTo(1);
      pack(text);
      assertThat(run("import", file.toString(), "--database", database)).isZero();
    }
  }

  @Test
  void a_backup_of_a_running_service_has_all_that_was_answered_before() throws IOException {
    Settings settings = Latchkey.settings(Store.SQLITE);
    String data = settings.store().data().toString();
    List<String> before = new ArrayList<>();
    App app;
    try (Latchkey latchkey = Latchkey.start(settings)) {
      app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      before.add(app.tokens(browser).access());
      var enough = new AtomicBoolean();
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                while (!enough.get()) {
                  app.tokens(browser);
                }
              });
      assertThat(run("backup", file.toString(), "--data", data)).isZero();
      enough.set(true);
      join(writer);
      assertThat(run("backup", file.toString(), "--data", data)).isEqualTo(1);
      app.revoke(before.getFirst());
    }
    try (Program running = Program.serve(settings.store().data())) {
      assertThat(running.url()).isNotEmpty();
      assertThat(run("restore", file.toString(), "--data", data)).isEqualTo(1);
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");

    assertThat(run("restore", file.toString(), "--data", data)).isZero();

    try (Latchkey latchkey = Latchkey.start(settings)) {
      assertThat(latchkey.isActive(before.getFirst())).isTrue();
      assertThat(run("token", "revoke", "--issued-before", "now", "--data", data)).isZero();
      assertThat(latchkey.isActive(before.getFirst())).isFalse();
    }
    try (var files = Files.list(settings.store().data())) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .anyMatch(name -> name.matches("latchkey\\.db\\.replaced-1"));
    }
  }

  @ParameterizedTest
  @EachStore
  void everything_that_was_issued_before_a_time_ends_at_once(Store store) {
    Settings settings = Latchkey.settings(store);
    try (Latchkey latchkey = Latchkey.start(settings)) {
      App app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      Tokens tokens = app.tokens(browser);
      String code = app.code(browser);
      String machine = latchkey.machine(latchkey.administrator(), Optional.empty()).token();
      assertThat(latchkey.isActive(tokens.access())).isTrue();
      assertThat(latchkey.isActive(machine)).isTrue();

      assertThat(revoke(settings, "2020-01-01T00:00:00Z")).isZero();
      assertThat(latchkey.isActive(tokens.access())).isTrue();
      assertThat(revoke(settings, "yesterday")).isEqualTo(1);
      assertThat(revoke(settings, "2100-01-01T00:00:00+01:00")).isEqualTo(1);
      assertThat(latchkey.isActive(tokens.access())).isTrue();
      assertThat(revoke(settings, "now")).isZero();

      assertThat(latchkey.isActive(tokens.access())).isFalse();
      assertThat(latchkey.isActive(machine)).isFalse();
      assertThat(app.redeem(code).error()).isEqualTo("invalid_grant");
      assertThat(app.refresh(tokens.refresh()).error()).isEqualTo("invalid_grant");
      assertThat(browser.get("/account/credentials").status()).isEqualTo(302);
    }
  }

  private static int revoke(Settings settings, String time) {
    var arguments = new ArrayList<String>(List.of("token", "revoke", "--issued-before", time));
    arguments.addAll(List.of("--data", settings.store().data().toString()));
    settings.store().database().ifPresent(url -> arguments.addAll(List.of("--database", url)));
    return run(arguments.toArray(String[]::new));
  }

  private static int run(String... arguments) {
    return Cli.run(arguments);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException stopping) {
      throw new IllegalStateException(stopping);
    }
  }

  private static String unpacked(Path file) throws IOException {
    try (var in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void pack(String text) throws IOException {
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
