package dev.latchkey.faults.inject.postgres;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Postgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A primary and a synchronous standby. A commit is answered when both servers have it. When the
 * primary is lost, a test can restart it, or promote the standby. After a promotion the lost server
 * is fenced, which means that it is never started again. {@link #addStandby} then gives the new
 * primary another standby.
 */
public final class PostgresPair implements AutoCloseable {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private PostgresServer primary;
  private PostgresServer standby;
  private final List<PostgresServer> former = new ArrayList<>();

  private PostgresPair(PostgresServer primary) {
    this.primary = primary;
    this.standby = join();
  }

  public static PostgresPair start() {
    Path data = Latchkey.temporaryDirectory().resolve("data");
    return new PostgresPair(PostgresServer.start(initialize(data), data));
  }

  /** Creates an empty data directory. Returns the directory of the embedded programs. */
  private static Path initialize(Path data) {
    try {
      EmbeddedPostgres made =
          Postgres.quiet().setDataDirectory(data).setCleanDataDirectory(false).start();
      try {
        return programs(data);
      } finally {
        made.close();
      }
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static Path programs(Path data) throws IOException {
    String pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst();
    return ProcessHandle.of(Long.parseLong(pid))
        .flatMap(process -> process.info().command())
        .map(program -> Path.of(program).getParent())
        .orElseThrow();
  }

  /** Returns the name of a new, empty database. */
  public String createDatabase() {
    String name = "pair_" + DATABASES.incrementAndGet();
    primary.execute("CREATE DATABASE " + name);
    return name;
  }

  /** The address of a database on the current primary and standby. */
  public String url(String database) {
    return url(database, primary.port(), standby.port());
  }

  /** The address of a database at these ports, for example the ports of proxies. */
  public static String url(String database, int... ports) {
    String hosts =
        Arrays.stream(ports).mapToObj(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    return "jdbc:postgresql://" + hosts + "/" + database + "?user=postgres";
  }

  public int primaryPort() {
    return primary.port();
  }

  public int standbyPort() {
    return standby.port();
  }

  /** Ends all processes of the primary by force, as {@code kill -9} does. */
  public void killPrimary() {
    primary.kill();
  }

  /** Starts the same server again, which recovers from its log. */
  public void restartPrimary() {
    primary.restart();
    awaitSynchronous();
  }

  /** Ends the standby. From now on, commits wait until it is back. */
  public void killStandby() {
    standby.kill();
  }

  public void restartStandby() {
    standby.restart();
    awaitSynchronous();
  }

  /**
   * Makes the standby the primary. The former primary is fenced first, so that there are never two
   * primaries. The new primary has no standby yet, so it commits alone.
   */
  public void promoteStandby() {
    primary.kill();
    promoteUnfenced();
  }

  /**
   * The same while the former primary still answers, as it happens when only the network between
   * them was cut. From now on, its commits wait.
   */
  public void promoteUnfenced() {
    standby.execute("SELECT pg_promote(TRUE)");
    former.add(primary);
    primary = standby;
  }

  /** Ends the connections to the former primary whose last query contains {@code text}. */
  public void disconnectFromFormer(String database, String text) {
    former
        .getLast()
        .execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '%s' AND query %s"
                .formatted(database, text));
  }

  /** Gives the primary a new standby at a new port, after {@link #promoteStandby}. */
  public void addStandby() {
    if (standby != primary) {
      throw new IllegalStateException("the primary has a standby");
    }
    standby = join();
  }

  @Override
  public void close() {
    primary.kill();
    standby.kill();
    former.forEach(PostgresServer::kill);
  }

  private PostgresServer join() {
    PostgresServer joined = PostgresServer.start(primary.programs(), BaseBackup.of(primary));
    primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()");
    awaitSynchronous();
    return joined;
  }

  private void awaitSynchronous() {
    primary.await("SELECT COUNT(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
  }
}
