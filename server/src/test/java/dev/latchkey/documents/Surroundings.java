package dev.latchkey.documents;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.latchkey.cli.Command;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.program.BuiltProgram;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.host.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where the commands of a page are typed: a directory, free ports, and what the page has in its
 * line {@code <!-- given: … -->}. Directories, ports and addresses of the document are replaced by
 * those of the test.
 */
final class Surroundings implements AutoCloseable {
  private static final List<String> PORTS =
      List.of("8080", "8081", "8082", "8404", "8443", "9464", "9000", "9001");
  private static final String MAIL_PORT = "1025";
  private static final String POSTGRES_PORT = "5432";
  private static final String DATA = "/var/lib/latchkey";
  private static final String DATABASE =
      "jdbc:postgresql://db.example/latchkey?user=latchkey&password=…";

  private static final List<String> DIRECTORIES =
      List.of(DATA, "/etc/latchkey", "/run/latchkey", "/backups");

  private final Path directory = Latchkey.temporaryDirectory();
  private final Map<String, String> here = new LinkedHashMap<>();
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final List<Runnable> ends = new ArrayList<>();

  Surroundings(Document document) {
    PORTS.forEach(port -> here.put(port, String.valueOf(FreePort.pick())));
    DIRECTORIES.forEach(path -> here.put(path, created(path).toString()));
    here.put("./latchkey ", "latchkey ");
    here.put("server/target/latchkey.jar", BuiltProgram.classPath());
    here.put("examples/", Checkout.file("examples").toAbsolutePath().normalize() + "/");
    variables.put("LATCHKEY_PORT", replaced("8080"));
    document.given().forEach(this::prepare);
  }

  private Path created(String path) {
    try {
      return Files.createDirectories(directory.resolve(path.substring(1)));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private void prepare(String what) {
    switch (what) {
      case "organization" -> fillStore();
      case "PostgreSQL" -> here.put(DATABASE, Postgres.freshDatabase());
      case "a PostgreSQL server" -> startPostgres();
      case "a mail server" -> startMail();
      default -> throw new AssertionError("no test can prepare " + what);
    }
  }

  /** An organization with a person of each role, and one credential. */
  private void fillStore() {
    run(
        "user",
        "add",
        "--create",
        "--email",
        "root@example.com",
        "--name",
        "Root Admin",
        "--role",
        "super_administrator",
        "--organization",
        "Acme",
        "--team",
        "Apollo");
    person("olga", "organization_administrator");
    person("mo", "member");
    run(
        "credential",
        "create",
        "--organization",
        "Acme",
        "--owner",
        "olga@example.com",
        "--name",
        "Nightly import",
        "--scope",
        "read:project:info");
  }

  private void person(String name, String role) {
    run(
        "user",
        "add",
        "--email",
        name + "@example.com",
        "--name",
        name,
        "--role",
        role,
        "--organization",
        "Acme",
        "--team",
        "Apollo");
  }

  private void run(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data", replaced(DATA)));
    Command command = Command.run(all.toArray(String[]::new));
    if (command.exitCode() != 0) {
      throw new AssertionError(command.toString());
    }
  }

  /** One without databases of others, as its administrator has it. */
  private void startPostgres() {
    try {
      EmbeddedPostgres server = Postgres.quiet().start();
      ends.add(() -> stop(server));
      here.put(POSTGRES_PORT, String.valueOf(server.getPort()));
      variables.put("PGHOST", "127.0.0.1");
      variables.put("PGPORT", String.valueOf(server.getPort()));
      variables.put("PGUSER", "postgres");
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static void stop(EmbeddedPostgres server) {
    try {
      server.close();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private void startMail() {
    var server = new GreenMail(ServerSetupTest.SMTP.dynamicPort());
    server.start();
    ends.add(server::stop);
    here.put(MAIL_PORT, String.valueOf(server.getSmtp().getPort()));
  }

  /** A terminal in this directory. */
  Terminal terminal() {
    return new Terminal(directory, variables);
  }

  Step replaced(Step step) {
    return new Step(replaced(step.command()), step.output().stream().map(this::replaced).toList());
  }

  /** In one pass, so that nothing in a replacement is replaced. */
  String replaced(String text) {
    String any = here.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
    return Pattern.compile(any)
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(here.get(found.group())));
  }

  @Override
  public void close() {
    ends.forEach(Runnable::run);
  }
}
