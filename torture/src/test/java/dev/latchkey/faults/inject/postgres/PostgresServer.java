package dev.latchkey.faults.inject.postgres;

import dev.latchkey.harness.Poll;
import dev.latchkey.host.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One PostgreSQL server of a pair: its programs, its data directory, its port and its processes.
 */
final class PostgresServer {
  /**
   * Fsync is off. The data survive the end of a process without it, and no test stops the machine.
   */
  private static final List<String> SETTINGS =
      List.of(
          "listen_addresses=127.0.0.1", "fsync=off", "synchronous_commit=on", "wal_keep_size=1GB");

  private final Path programs;
  private final Path data;
  private final int port;
  private Process process;

  private PostgresServer(Path programs, Path data, int port) {
    this.programs = programs;
    this.data = data;
    this.port = port;
    this.process = launch();
  }

  /** Starts a server and waits until it answers. */
  static PostgresServer start(Path programs, Path data) {
    var started = new PostgresServer(programs, data, FreePort.pick());
    started.await("SELECT TRUE");
    return started;
  }

  int port() {
    return port;
  }

  Path data() {
    return data;
  }

  Path programs() {
    return programs;
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Starts the server again with the same data and port. */
  void restart() {
    process = launch();
    await("SELECT TRUE");
  }

  /**
   * Ends all processes of the server by force, as {@code kill -9} does. The first process is
   * stopped before the others and killed last. Otherwise this process would notice the end of the
   * others, or they would notice its end, and they would notify the clients.
   */
  void kill() {
    if (!isRunning()) {
      return;
    }
    stopFirst();
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    Poll.until(() -> all.stream().noneMatch(PostgresServer::isRunning), "the end of it");
  }

  private void stopFirst() {
    try {
      new ProcessBuilder("kill", "-STOP", String.valueOf(process.pid())).start().waitFor();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  /**
   * A process that has ended, but whose parent has not noticed this yet, has no command any more.
   */
  private static boolean isRunning(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  String url(String database) {
    return PostgresPair.url(database, port);
  }

  void execute(String... statements) {
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        var doing = connection.createStatement()) {
      for (String each : statements) {
        doing.execute(each);
      }
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }

  void await(String query) {
    Poll.until(() -> isTrue(query) || !isRunning(), query);
    if (!isRunning()) {
      throw new AssertionError("PostgreSQL has ended in " + data);
    }
  }

  /** Whether the server answers this query with true. The result is false if it does not answer. */
  private boolean isTrue(String query) {
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        var asking = connection.createStatement();
        var rows = asking.executeQuery(query)) {
      return rows.next() && rows.getBoolean(1);
    } catch (SQLException notYet) {
      return false;
    }
  }

  /**
   * PostgreSQL refuses to run as root. In a user namespace of its own, it does not see that it is
   * root. The embedded PostgreSQL of the other tests is started in the same way.
   */
  private Process launch() {
    var command = new ArrayList<String>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(programs.resolve("postgres").toString());
    command.addAll(List.of("-D", data.toString(), "-p", String.valueOf(port)));
    command.addAll(List.of("-c", "unix_socket_directories=" + data));
    SETTINGS.forEach(setting -> command.addAll(List.of("-c", setting)));
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(data.resolve("server.log").toFile()))
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
      return started;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
