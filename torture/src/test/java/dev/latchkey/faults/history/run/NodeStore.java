package dev.latchkey.faults.history.run;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Settings;
import dev.latchkey.faults.history.run.actor.Participants;
import dev.latchkey.faults.inject.Ports;
import dev.latchkey.faults.inject.Shim;
import dev.latchkey.harness.AppSite;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.program.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Stream;

/** A store with the participants of several phases in it. It starts nodes of this store. */
public final class NodeStore {
  private static final int PHASES = 8;

  /** Publishes an app without a credential until this process of tests ends. */
  private static final class Site {
    static final AppSite OF_APPS = new AppSite();
  }

  private final Path data = Latchkey.temporaryDirectory();
  private final Path configuration = configuration();
  private final Optional<String> database;
  private final Queue<Participants> participants;

  private NodeStore(Optional<String> database) {
    this.database = database;
    this.participants = createParticipants();
  }

  static NodeStore onSqlite() {
    return new NodeStore(Optional.empty());
  }

  static NodeStore onPostgres(String database) {
    return new NodeStore(Optional.of(database));
  }

  Path data() {
    return data;
  }

  String databaseName() {
    return database.isPresent() ? "PostgreSQL" : "SQLite";
  }

  /** The participants of the next phase. Each phase has its own. */
  Participants nextParticipants() {
    return participants.remove();
  }

  Node node(int number, Shim... shims) {
    return node(number, database, shims);
  }

  /** A node that uses another address of the same database. */
  Node nodeAt(int number, String url, Shim... shims) {
    return node(number, Optional.of(url), shims);
  }

  private Node node(int number, Optional<String> databaseUrl, Shim... shims) {
    int port = Ports.pick();
    var arguments =
        new ArrayList<>(
            List.of(
                "serve",
                "--config",
                configuration.toString(),
                "--data",
                data.toString(),
                "--port",
                String.valueOf(port)));
    databaseUrl.ifPresent(url -> arguments.addAll(List.of("--database", url)));
    Map<String, String> environment = shims.length == 0 ? Map.of() : Shim.environment(shims);
    return new Node(
        number, port, () -> Program.withEnvironment(environment, arguments.toArray(String[]::new)));
  }

  /** Runs a command of the operator on this store. */
  public void command(String... command) {
    var arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of("--data", data.toString()));
    database.ifPresent(url -> arguments.addAll(List.of("--database", url)));
    try (Program program = Program.start(arguments.toArray(String[]::new))) {
      if (program.exitCode() != 0) {
        throw new AssertionError(arguments + ": " + program.out() + program.err());
      }
    }
  }

  private Queue<Participants> createParticipants() {
    Settings defaults = ConfigFile.defaults().in(data).onPort(0).on(database);
    Settings settings = defaults.with(defaults.platform().withManagementApi());
    try (Latchkey latchkey = Latchkey.start(settings)) {
      List<Participants> made =
          Stream.generate(() -> Participants.in(latchkey, Site.OF_APPS)).limit(PHASES).toList();
      return new ArrayDeque<>(made);
    }
  }

  /**
   * Without these limits, those that count per minute or hour would end sessions and refuse
   * callers.
   */
  private static Path configuration() {
    try {
      return Files.writeString(
          Latchkey.temporaryDirectory().resolve("latchkey.yaml"),
          """
          management_api: on
          public_clients:
            documents: on
            inside_hosts: [localhost]
            inside_certificate: %s
          rules:
            device_flow: typed
          limits:
            child_tokens: 20
            device_requests_per_minute: 10000
            session_idle_minutes: 10080
            session_hours: 720
            reauthentication_minutes: 1440
            wrong_secrets_per_minute: 10000
            wrong_passwords_per_minute: 10000
          """
              .formatted(Site.OF_APPS.certificate().files().certificate()));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
