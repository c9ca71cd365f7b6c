package dev.latchkey.bench.host;

import dev.latchkey.host.ChildProcess;
import dev.latchkey.host.FreePort;
import dev.latchkey.host.HostFault;
import dev.latchkey.host.Installed;
import dev.latchkey.host.ShutdownCleanup;
import dev.latchkey.host.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A PostgreSQL server that the benchmark starts from the package of the system. It has the
 * durability of its defaults, and the memory that its manual recommends. PostgreSQL refuses to run
 * as root, so root starts it as the user {@code postgres}.
 */
public final class Postgres implements ShutdownCleanup.Resource {
  private static final Path INSTALLATIONS = Path.of("/usr/lib/postgresql");
  private static final String OWNER = "postgres";
  private static final List<String> SETTINGS =
      List.of(
          "shared_buffers=" + Machine.megabytes() / 4 + "MB",
          "max_wal_size=8GB",
          "max_connections=300");
  private static final String PGBENCH = "pgbench";
  private static final Pattern RATE = Pattern.compile("tps = ([0-9.]+)");
  private static final long BETWEEN_CHECKS_NANOS = 50_000_000;
  private static final int MAX_CHECKS = 400;

  private final Path programs;
  private final Home home;
  private final int port;
  private final ChildProcess child;
  private int databases;

  private Postgres(Path programs, Home home, int port, ChildProcess child) {
    this.programs = programs;
    this.home = home;
    this.port = port;
    this.child = child;
  }

  /** The directory of a server. A temporary one is removed with the server. */
  public record Home(Path path, Optional<TemporaryDirectory> temporary) {
    static Home removed() {
      TemporaryDirectory directory = TemporaryDirectory.make();
      return new Home(directory.path(), Optional.of(directory));
    }

    /** A directory that is kept. It may be empty or have the files of an earlier server. */
    public static Home kept(Path path) {
      try {
        return new Home(Files.createDirectories(path), Optional.empty());
      } catch (IOException refused) {
        throw new HostFault("cannot make " + path, refused);
      }
    }

    private boolean isEmpty() {
      return !Files.exists(path.resolve("PG_VERSION"));
    }
  }

  public static Postgres start(UnaryOperator<List<String>> pin) {
    return start(pin, Home.removed(), List.of());
  }

  /** Starts a server in a directory, with these settings beside the usual ones. */
  public static Postgres start(UnaryOperator<List<String>> pin, Home home, List<String> settings) {
    Path programs = programs();
    if (home.isEmpty()) {
      initialize(programs, home.path().toString());
    }
    int port = FreePort.pick();
    var command = new ArrayList<>(command(programs, home.path().toString(), port));
    settings.forEach(setting -> command.addAll(List.of("-c", setting)));
    ChildProcess child =
        ChildProcess.start(
            new ProcessBuilder(pin.apply(asOwner(command)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD));
    Postgres postgres = ShutdownCleanup.open(() -> new Postgres(programs, home, port, child));
    postgres.awaitReady();
    return postgres;
  }

  /** The settings that differ from the defaults of PostgreSQL. */
  public static String settings() {
    return String.join(", ", SETTINGS);
  }

  /** The processor time of all its running processes. */
  public Duration cpu() {
    return Stream.concat(Stream.of(child.process().toHandle()), child.process().descendants())
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Creates an empty database and returns its address. */
  public String createDatabase() {
    String name = "bench_" + ++databases;
    client("createdb", name);
    return url(name);
  }

  /** The address of the first database that this server or an earlier one created. */
  public String firstDatabase() {
    return url("bench_1");
  }

  private String url(String name) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s".formatted(port, name, OWNER);
  }

  /** Measures point selects a second with pgbench: 32 clients on a million rows. */
  public double pointSelects(UnaryOperator<List<String>> pin, Duration limit) {
    client("createdb", PGBENCH);
    client("pgbench", "-i", "-q", "-s", "10", PGBENCH);
    return pgbench(pin, limit, "-S");
  }

  /**
   * Measures one-row inserts a second with pgbench. Each insert has its own commit, and its row is
   * about as long as that of a token pair.
   */
  public double inserts(UnaryOperator<List<String>> pin, Duration limit) {
    client(
        "psql",
        "-c",
        "CREATE TABLE inserted (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
            + " one TEXT, other TEXT)",
        PGBENCH);
    try {
      Path script = home.path().resolve("insert.sql");
      Files.writeString(
          script, "INSERT INTO inserted (one, other) VALUES (repeat('a', 64), repeat('b', 128));");
      return pgbench(pin, limit, "-f", script.toString());
    } catch (IOException refused) {
      throw new HostFault("cannot write a script for pgbench", refused);
    }
  }

  private double pgbench(UnaryOperator<List<String>> pin, Duration limit, String... what) {
    var arguments =
        new ArrayList<>(
            List.of(
                "-n",
                "-M",
                "prepared",
                "-c",
                "32",
                "-T",
                String.valueOf(Math.max(1, limit.toSeconds()))));
    arguments.addAll(List.of(what));
    arguments.add(PGBENCH);
    String output =
        Installed.run(pin.apply(clientCommand("pgbench", arguments.toArray(String[]::new))));
    Matcher rate = RATE.matcher(output);
    if (!rate.find()) {
      throw new HostFault("pgbench printed no rate: " + output);
    }
    return Double.parseDouble(rate.group(1));
  }

  /** Runs one of the client programs of PostgreSQL against this server. */
  private String client(String program, String... arguments) {
    return Installed.run(clientCommand(program, arguments));
  }

  private List<String> clientCommand(String program, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                programs.resolve(program).toString(),
                "-h",
                "127.0.0.1",
                "-p",
                String.valueOf(port),
                "-U",
                OWNER));
    command.addAll(List.of(arguments));
    return command;
  }

  @Override
  public void close() {
    try {
      Installed.run(
          asOwner(
              List.of(
                  programs.resolve("pg_ctl").toString(),
                  "stop",
                  "-D",
                  home.path().toString(),
                  "-m",
                  home.temporary().isPresent() ? "immediate" : "fast")));
    } catch (HostFault stopping) {
      // PostgreSQL is already stopping, because Ctrl-C in a terminal reaches all processes.
    }
    child.close();
    home.temporary().ifPresent(TemporaryDirectory::close);
    ShutdownCleanup.unregister(this);
  }

  private void awaitReady() {
    for (int i = 0; i < MAX_CHECKS && child.process().isAlive(); i++) {
      try {
        client("pg_isready");
        return;
      } catch (HostFault notYet) {
        LockSupport.parkNanos(BETWEEN_CHECKS_NANOS);
      }
    }
    throw new HostFault("PostgreSQL did not start");
  }

  private static void initialize(Path programs, String home) {
    if (isRoot()) {
      Installed.run(List.of("chown", OWNER, home));
    }
    Installed.run(
        asOwner(
            List.of(
                programs.resolve("initdb").toString(),
                "-D",
                home,
                "-U",
                OWNER,
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync")));
  }

  private static List<String> command(Path programs, String home, int port) {
    var command =
        new ArrayList<>(
            List.of(
                programs.resolve("postgres").toString(),
                "-D",
                home,
                "-p",
                String.valueOf(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=" + home));
    SETTINGS.forEach(setting -> command.addAll(List.of("-c", setting)));
    return command;
  }

  private static Path programs() {
    try (DirectoryStream<Path> versions = Files.newDirectoryStream(INSTALLATIONS)) {
      List<Path> found = new ArrayList<>();
      for (Path version : versions) {
        if (Files.isExecutable(version.resolve("bin/initdb"))) {
          found.add(version.resolve("bin"));
        }
      }
      Optional<Path> newest = found.stream().max(Path::compareTo);
      return newest.orElseThrow(Postgres::missing);
    } catch (IOException nowhere) {
      throw missing();
    }
  }

  private static HostFault missing() {
    return new HostFault(
        "PostgreSQL is not installed: install the package 'postgresql',"
            + " or name an empty database with --database");
  }

  private static List<String> asOwner(List<String> command) {
    if (!isRoot()) {
      return command;
    }
    var all = new ArrayList<>(List.of("setpriv", "--reuid=" + OWNER, "--clear-groups"));
    all.addAll(command);
    return all;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
