package dev.latchkey.faults.inject.postgres;

import dev.latchkey.faults.inject.Ports;
import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Two PostgreSQL servers under Patroni, one of them a synchronous standby, and one etcd. They have
 * the configuration that the documentation shows, with other addresses and directories. Patroni
 * fails over by itself.
 */
public final class PatroniCluster implements AutoCloseable {
  private static final Path PAGE = Checkout.file("docs/how-to/patroni.md");
  private static final Pattern CONFIGURATION =
      Pattern.compile("(?ms)^<!-- file: one.yml -->\n```yaml\n(.*?)^```$");
  private static final String PASSWORD = "change-me";

  private final Path directory = Latchkey.temporaryDirectory();
  private final Process etcd;
  private final List<PatroniMember> members;

  private PatroniCluster() {
    int etcdPort = Ports.pick();
    etcd = startEtcd(etcdPort);
    String page = configuration();
    members =
        Stream.of("one", "two")
            .map(name -> new PatroniMember(name, page, directory, etcdPort))
            .toList();
    awaitStandby();
  }

  public static PatroniCluster start() {
    return new PatroniCluster();
  }

  private static String configuration() {
    try {
      Matcher block = CONFIGURATION.matcher(Files.readString(PAGE));
      if (!block.find()) {
        throw new AssertionError("no configuration in " + PAGE);
      }
      return block.group(1);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private Process startEtcd(int port) {
    String clients = "http://127.0.0.1:" + port;
    String peers = "http://127.0.0.1:" + Ports.pick();
    return launch(
        directory,
        "etcd",
        List.of(
            "etcd",
            "--enable-v2",
            "--data-dir=" + directory.resolve("etcd"),
            "--listen-client-urls=" + clients,
            "--advertise-client-urls=" + clients,
            "--listen-peer-urls=" + peers,
            "--initial-advertise-peer-urls=" + peers,
            "--initial-cluster=default=" + peers));
  }

  /**
   * Starts a program in namespaces of its own. It does not see that it is root, which PostgreSQL
   * refuses. When its first process ends, the system ends all others.
   */
  static Process launch(Path directory, String name, List<String> program) {
    var command =
        new ArrayList<>(
            List.of("unshare", "-U", "--pid", "--fork", "--kill-child", "--mount-proc"));
    command.addAll(program);
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(
                  ProcessBuilder.Redirect.appendTo(directory.resolve(name + ".log").toFile()))
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
      return started;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Creates a database, and returns its address with both servers. */
  public String createDatabase() {
    try (var connection = DriverManager.getConnection(url("postgres"));
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE latchkey");
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
    return url("latchkey");
  }

  private String url(String database) {
    return PostgresPair.url(database, members.stream().mapToInt(PatroniMember::port).toArray())
        + "&password="
        + PASSWORD
        + "&targetServerType=primary";
  }

  public PatroniMember primary() {
    return withRole("primary");
  }

  public PatroniMember standby() {
    return withRole("sync");
  }

  private PatroniMember withRole(String role) {
    Poll.until(() -> members.stream().anyMatch(each -> each.isRole(role)), role);
    return members.stream().filter(each -> each.isRole(role)).findFirst().orElseThrow();
  }

  /** Waits until another server than {@code former} is the primary. */
  public void awaitPrimaryOtherThan(PatroniMember former) {
    Poll.until(
        () -> members.stream().anyMatch(each -> each != former && each.isRole("primary")),
        "another primary");
  }

  /** Waits until a commit is on both servers again. */
  public void awaitStandby() {
    Poll.until(
        () ->
            members.stream().anyMatch(each -> each.isRole("primary"))
                && members.stream().anyMatch(each -> each.isRole("sync")),
        "a primary and a synchronous standby");
  }

  /** Waits until the primary commits without a standby. */
  public void awaitAlone() {
    Poll.until(this::isAlone, "a primary that commits alone");
  }

  private boolean isAlone() {
    try (var connection = DriverManager.getConnection(url("postgres"));
        var statement = connection.createStatement();
        var row = statement.executeQuery("SHOW synchronous_standby_names")) {
      return row.next() && row.getString(1).isEmpty();
    } catch (SQLException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    members.forEach(PatroniMember::close);
    etcd.destroyForcibly();
  }
}
