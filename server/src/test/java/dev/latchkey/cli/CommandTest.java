package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The program on the command line. A failure is one line that says what to do. */
@Order(1)
class CommandTest {
  private static final Pattern LINK =
      Pattern.compile("(http://localhost:[0-9]+/setup\\?key=(\\S+))");

  private final Path data = Latchkey.temporaryDirectory();

  @Test
  void every_help_is_there() {
    for (CommandModel command : CommandModel.all()) {
      Command help = Command.run((command.name() + " --help").strip().split(" "));
      assertThat(help.exitCode()).as(command.name()).isZero();
      assertThat(help.out()).startsWith("Usage: " + command);
      assertThat(help.err()).as(command.name()).isEmpty();
    }
  }

  @Test
  void a_wrong_flag_is_one_line() {
    try (Program program = Program.start("serve", "--prot", "1")) {
      int exitCode = program.exitCode();
      assertOneLine(new Command(exitCode, program.out(), program.err()), "--prot");
    }
    assertOneLine(Command.run("serve", "--port", "x"), "--port");
    assertOneLine(Command.run("sevre"), "sevre");
  }

  @Test
  void a_wrong_setting_is_one_line_with_file_and_line_number() throws IOException {
    Path file = data.resolve("latchkey.yaml");
    Files.writeString(file, "port: 0\nlimits:\n  code_secondz: 30\n");
    assertOneLine(Command.run("serve", "--config", file.toString()), file + ":3", "code_secondz");

    Files.writeString(file, "port: 0\nlimits:\n  code_seconds: 3000\n");
    assertOneLine(Command.run("serve", "--config", file.toString()), file + ":", "code_seconds");

    Files.writeString(file, "port: [\n");
    assertOneLine(Command.run("serve", "--config", file.toString()), file.toString());

    assertOneLine(
        Command.run("serve", "--config", data.resolve("missing.yaml").toString()), "missing.yaml");
  }

  @Test
  void config_check_prints_each_mistake_and_config_show_each_value_with_its_source()
      throws IOException {
    Path file = data.resolve("latchkey.yaml");
    Files.writeString(file, "limits:\n  code_seconds: 3000\nprot: 1\n");
    Command check = Command.run("config", "check", file.toString());
    assertThat(check.exitCode()).isOne();
    assertThat(check.out().lines())
        .containsExactlyInAnyOrder(
            file + ":2: limits.code_seconds: must be from 10 to 600, not 3000 (default 300)",
            file
                + ":3: prot: unknown key prot; did you mean port. Known here: "
                + check.out().split("Known here: ", 2)[1].lines().findFirst().orElseThrow());

    Files.writeString(file, "port: 0\ndatabase: jdbc:postgresql://db/a?password=hush\n");
    assertThat(Command.run("config", "check", file.toString()).exitCode()).isZero();
    Command show = Command.run("config", "show", file.toString());
    assertThat(show.exitCode()).isZero();
    assertThat(show.out())
        .containsPattern("port +0 +" + Pattern.quote(file + ":1"))
        .containsPattern("limits.code_seconds +300 +default")
        .containsPattern("database +\\(hidden\\)")
        .doesNotContain("hush");
  }

  @Test
  void config_check_doctor_and_serve_warn_of_a_value_of_which_less_is_used() throws IOException {
    Path file = data.resolve("latchkey.yaml");
    Files.writeString(file, "port: 0\nconnections:\n  memory_megabytes: 100000\n");
    String warning = file + ":3: connections.memory_megabytes: ";
    String[] config = {"--config", file.toString(), "--data", data.toString()};

    Command check = Command.run("config", "check", file.toString());
    assertThat(check.exitCode()).isZero();
    assertThat(check.err()).contains("warning: " + warning);
    assertThat(Command.run("doctor", config[0], config[1]).out())
        .containsPattern("warning +configuration +" + Pattern.quote(warning));
    try (Program program = Program.start("serve", config[0], config[1], config[2], config[3])) {
      assertThat(program.url()).isNotEmpty();
      assertThat(program.err()).contains("Warning: " + warning);
    }
  }

  @Test
  void a_file_in_place_of_the_data_directory_is_one_line() throws IOException {
    Path file = data.resolve("file");
    Files.writeString(file, "");
    assertOneLine(serve(file), file.toString());
  }

  @Test
  void a_port_in_use_is_one_line() throws IOException {
    Latchkey.start(ConfigFile.defaults().in(data).onPort(0)).close();
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertOneLine(
          Command.run("serve", "--data", data.toString(), "--port", port), port, "in use");
    }
  }

  @Test
  void an_unreachable_database_is_one_line() throws IOException {
    Path file = Files.writeString(data.resolve("latchkey.yaml"), "database_wait_seconds: 0\n");
    assertOneLine(
        Command.run(
            "serve",
            "--data",
            data.toString(),
            "--config",
            file.toString(),
            "--database",
            "jdbc:postgresql://127.0.0.1:1/latchkey?user=u&password=hush"),
        "127.0.0.1:1");
    assertOneLine(serve(data, "--database", "mysql://127.0.0.1/latchkey"), "jdbc:postgresql");
  }

  @Test
  void a_data_directory_in_use_is_one_line() {
    try (Program first = Program.serve(data)) {
      assertThat(first.url()).isNotEmpty();
      assertOneLine(serve(data), data.toString());
    }
  }

  /** A command of this process that went on to serve would never end. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_store_without_its_key_file_or_with_another_is_one_line() throws IOException {
    Path file = data.resolve("latchkey.key");
    try (Program first = Program.serve(data)) {
      assertThat(first.url()).isNotEmpty();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(file).hasSize(32);
    }
    byte[] key = Files.readAllBytes(file);

    Files.delete(file);
    assertOneLine(serve(data), "latchkey.key", "missing");
    assertThat(file).doesNotExist();

    Files.write(file, new byte[32]);
    assertOneLine(serve(data), "latchkey.key", "does not decrypt");
    Files.write(file, new byte[31]);
    assertOneLine(serve(data), "latchkey.key", "32 bytes");

    Path elsewhere = Latchkey.temporaryDirectory();
    Files.write(elsewhere.resolve("key"), key);
    Files.writeString(
        elsewhere.resolve("latchkey.yaml"),
        "port: 0\nkey_file: " + elsewhere.resolve("key") + "\n");
    try (Program again =
        Program.start(
            "serve",
            "--data",
            data.toString(),
            "--config",
            elsewhere.resolve("latchkey.yaml").toString())) {
      assertThat(again.url()).isNotEmpty();
    }
  }

  /** A start that is refused, in this process. */
  private static Command serve(Path directory, String... more) {
    String[] serve = {"serve", "--data", directory.toString(), "--port", "0"};
    return Command.run(
        Stream.concat(Arrays.stream(serve), Arrays.stream(more)).toArray(String[]::new));
  }

  private static void assertOneLine(Command program, String... parts) {
    assertThat(program.exitCode()).isNotZero();
    assertThat(program.err().lines()).as(program.err()).hasSize(1);
    assertThat(program.err()).startsWith("latchkey: ").contains(parts).doesNotContain("hush");
    assertThat(program.out()).isEmpty();
  }

  @Test
  void an_empty_store_offers_a_setup_link_that_works_once() {
    try (Program server = Program.serve(data)) {
      String url = server.url();
      Poll.until(() -> LINK.matcher(server.err()).find(), "the setup link");
      Matcher link = LINK.matcher(server.err());
      assertThat(link.find()).isTrue();
      Browser browser = new Browser(url);
      Answer page = browser.get(link.group(1));
      assertThat(page.status()).isEqualTo(200);
      String[] entered = {
        "organization", "Acme",
        "kind", "SINGLE_TEAM",
        "team", "Apollo",
        "name", "Ada",
        "email", "ada@example.com",
        "password", "correct horse battery"
      };

      assertThat(browser.submit(page, "organization", "").status()).isEqualTo(400);
      Answer done = browser.submit(page, entered);
      assertThat(done.status()).isEqualTo(303);

      assertThat(browser.submit(page, entered).status()).isEqualTo(410);
      assertThat(browser.get(link.group(1)).status()).isEqualTo(410);
      Answer signedIn =
          browser.submit(
              browser.get("/sign-in"),
              "email",
              "ADA@example.com",
              "password",
              "correct horse battery");
      assertThat(signedIn.status()).isEqualTo(303);
      assertThat(server.out()).doesNotContain(link.group(2), "correct horse");
    }
    try (Program again = Program.serve(data)) {
      assertThat(Http.here().get(again.url() + "/sign-in").status()).isEqualTo(200);
      assertThat(LINK.matcher(again.err()).find()).isFalse();
    }
  }

  @Test
  void a_made_up_setup_link_is_void() {
    try (Program server = Program.serve(data)) {
      String made = Secret.SETUP.mint(new SecureRandom()).reveal();

      assertThat(Http.here().get(server.url() + "/setup?key=" + made).status()).isEqualTo(410);
      assertThat(Http.here().get(server.url() + "/setup").status()).isEqualTo(410);
    }
  }

  /** Nobody knows which of the nodes has printed its link last. */
  @Test
  void the_setup_links_of_two_nodes_work_on_both_of_them() {
    String database = Postgres.freshDatabase();
    try (Program one = Program.serve(data, database);
        Program two = Program.serve(data, database)) {
      for (Program printed : List.of(one, two)) {
        for (Program asked : List.of(one, two)) {
          String address = asked.url() + "/setup?key=" + key(printed);
          assertThat(Http.here().get(address).status()).isEqualTo(200);
        }
      }
    }
  }

  private static String key(Program server) {
    Poll.until(() -> LINK.matcher(server.err()).find(), "the setup link");
    Matcher link = LINK.matcher(server.err());
    assertThat(link.find()).isTrue();
    return link.group(2);
  }

  @Test
  void a_directory_is_printed_without_superfluous_dots() {
    String here = Path.of("").toAbsolutePath().relativize(data).toString();

    Command program = Command.run("doctor", "--data", "./" + here + "/./none");

    assertThat(program.out()).contains("no store in").doesNotContain("/./");
  }

  @Test
  void user_add_makes_a_user_who_can_sign_in() {
    Command add = add("mei@example.com");
    assertThat(add.exitCode()).isZero();
    Matcher password = Pattern.compile("shown once: (\\S+)").matcher(add.out());
    assertThat(password.find()).isTrue();

    assertOneLine(add("Mei@example.com"), "mei@example.com");
    try (Program server = Program.serve(data)) {
      Browser browser = new Browser(server.url());
      Answer signedIn =
          browser.submit(
              browser.get("/sign-in"), "email", "mei@example.com", "password", password.group(1));
      assertThat(signedIn.status()).isEqualTo(303);
      assertThat(browser.get("/account/credentials").status()).isEqualTo(200);

      assertThat(user("disable").exitCode()).isZero();
      assertThat(browser.get("/").location()).endsWith("/sign-in");

      assertThat(user("enable").exitCode()).isZero();
      assertThat(browser.get("/").location()).endsWith("/sign-in");
      Command removed = user("remove-factor");
      assertThat(removed.exitCode()).isZero();
      assertThat(removed.out()).contains("password alone, and was before");
    }
  }

  @Test
  void user_add_refuses_deceptive_names_and_invalid_addresses() {
    assertOneLine(add("mei@example.com", "Mei\u202enimda"), "--name", "direction");
    assertOneLine(add("mei@example.com", "x".repeat(10_000)), "--name", "100");
    assertOneLine(add("mei", "Mei"), "--email");
  }

  /** A command runs in another process than the server with the cache (docs/decisions/0032). */
  @Test
  void a_user_disabled_while_a_server_runs_has_no_active_token_at_its_next_check() {
    try (Latchkey server = Latchkey.start(Store.SQLITE)) {
      Person person = server.person();
      Browser browser = server.browser().signIn(person);
      Tokens tokens = server.app().tokens(browser);
      assertThat(server.isActive(tokens.access())).isTrue();
      assertThat(server.isActive(tokens.access())).isTrue();

      Program disable =
          Program.start(
              "user",
              "disable",
              "--data",
              server.data().toString(),
              "--email",
              person.user().email());

      assertThat(disable.exitCode()).as(disable.err()).isZero();
      assertThat(server.isActive(tokens.access())).isFalse();
    }
  }

  private Command user(String act) {
    return Command.run("user", act, "--data", data.toString(), "--email", "mei@example.com");
  }

  private Command add(String email) {
    return add(email, "Mei");
  }

  private Command add(String email, String name) {
    return Command.run(
        "user",
        "add",
        "--data",
        data.toString(),
        "--email",
        email,
        "--name",
        name,
        "--organization",
        "Acme",
        "--team",
        "Apollo",
        "--role",
        "team_administrator",
        "--create");
  }
}
