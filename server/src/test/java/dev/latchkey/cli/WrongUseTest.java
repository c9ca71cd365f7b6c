package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Postgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong command is answered by one line that says what is wrong and what to do. */
class WrongUseTest {
  private static final String FIRST_USER =
      "user add --email ada@example.com --name Ada --organization Acme --role super_administrator --create";

  private final Path data = Latchkey.temporaryDirectory();

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      value = {
        "sevre => there is no command sevre. Similar: serve. (try: latchkey --help)",
        "user lst => there is no command lst. Similar: list. (try: latchkey user --help)",
        "user => name a command: access, change, add, disable, enable, end-access, invite, list,",
        "`` => name a command: demo, serve,",
        "serve --prot 1 => there is no option --prot. Similar: --port. (try: latchkey serve --help)",
        "serve --port => Missing required parameter for option '--port' (N)",
        "serve --port x => 'x' is not a whole number",
        "user list extra => latchkey user list has no use for the argument extra",
        "user add --email a@b.example --name B => Missing required option: '--organization=NAME'",
        "user add --email a@b.example --name B --organization C --role boss => expected one of [SUPER_ADMINISTRATOR,",
        "token revoke => Missing required option: --organization, --client-id",
        "token revoke --email a@b.example --client-id x => --client-id=ID, --email=ADDRESS are mutually exclusive",
        "backup => Missing required parameter: 'FILE'",
        "routes --explain foo => such as \"GET /openapi/v2/projects\", not foo",
      })
  void a_wrong_command_line_ends_with_2_and_names_the_help(String line, String message) {
    Command run = Command.run(words(line));

    assertThat(run.exitCode()).isEqualTo(2);
    assertRefused(run, message);
    assertThat(run.err()).contains("(try: latchkey ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      value = {
        "user list --organization Acmee => there is no organization named Acmee. Similar: Acme. To see them: latchkey organization list --data",
        "user show --email a@b.example => To search: latchkey user list --data",
        "user add --email a --name B --organization Acme => --email needs an e-mail address such as lee@example.com, not a",
        "user disable --email ada@example.com => is the last super administrator. Make another person one first: latchkey user change --data ",
        "user change --email ada@example.com --role member => is the last super administrator. Make another person one first: latchkey user change --data ",
        "user list --limit 0 => --limit must be between 1 and 10000",
        "credential show --client-id x => To see them: latchkey credential list --data",
        "token revoke --issued-before yesterday => needs a time in the past such as 2026-03-01T12:00:00Z, or now",
        "token revoke --token-id x => To see them: latchkey token list --data",
        "backup /nowhere/copy => cannot write into /nowhere",
        "export /nowhere/copy => cannot write into /nowhere",
        "restore /nowhere/copy => cannot read /nowhere/copy: name a file that exists",
        "import /nowhere/copy => cannot read /nowhere/copy: name a file that exists",
        "migrate --to x => jdbc:postgresql://HOST/NAME",
        "key finish => the key file",
        "user list --config /nowhere/file => cannot read /nowhere/file",
      })
  void a_command_that_is_refused_ends_with_1_and_says_what_to_do(String line, String message) {
    String[] store = {"--data", data.toString()};
    assertThat(Command.run(with(store, words(FIRST_USER))).exitCode()).isZero();

    Command run = Command.run(with(store, words(line)));

    assertThat(run.exitCode()).isEqualTo(1);
    assertRefused(run, message);
  }

  @ParameterizedTest
  @CsvSource({"user list, cannot reach the database", "export FILE, PostgreSQL at 127.0.0.1:1"})
  void a_database_that_is_down_is_named_without_its_password(String line, String message) {
    String[] database = {
      "--data",
      data.toString(),
      "--database",
      "jdbc:postgresql://127.0.0.1:1/latchkey?user=u&password=hush"
    };
    String file = data.resolve("export").toString();

    Command run = Command.run(with(database, words(line.replace("FILE", file))));

    assertThat(run.exitCode()).isEqualTo(1);
    assertRefused(run, message);
    assertThat(run.err()).doesNotContain("hush").containsOnlyOnce("127.0.0.1:1 cannot be used");
  }

  @Test
  void a_command_that_its_database_refuses_says_why() throws SQLException {
    String url = Postgres.freshDatabase();
    String[] database = {"--data", data.toString(), "--database", url};
    assertThat(Command.run(with(database, "organization", "list")).exitCode()).isZero();
    try (Connection connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute("ALTER TABLE organizations RENAME TO taken_away");
    }

    Command run = Command.run(with(database, "organization", "list"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertRefused(run, "a read failed: ERROR: relation \"organizations\" does not exist");
  }

  private static void assertRefused(Command run, String message) {
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("latchkey: ").contains(message).hasLineCount(1);
  }

  private static String[] words(String line) {
    return line.isEmpty() ? new String[0] : line.split(" ");
  }

  private static String[] with(String[] options, String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of(options));
    return all.toArray(String[]::new);
  }
}
