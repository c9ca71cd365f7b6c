package dev.latchkey.faults.inject.postgres;

import dev.latchkey.faults.inject.Ports;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.network.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * One machine of a Patroni cluster: Patroni and its PostgreSQL. All that others send to it, and all
 * that it sends to etcd, passes a proxy.
 */
public final class PatroniMember {
  private static final Duration ANSWER = Duration.ofSeconds(2);

  /** Otherwise Patroni asks etcd for its address, and goes past the proxy. */
  private static final String AS_PROXY = "\n  use_proxies: true";

  private final String name;
  private final Path directory;
  private final int patroniPort = Ports.pick();
  private final TcpProxy toPostgres;
  private final TcpProxy toPatroni = TcpProxy.to(patroniPort);
  private final TcpProxy toEtcd;
  private final Path configuration;
  private final HttpClient http = HttpClient.newHttpClient();
  private Process process;

  /** {@code page} is the configuration that the documentation shows. */
  PatroniMember(String name, String page, Path directory, int etcdPort) {
    int postgresPort = Ports.pick();
    this.name = name;
    this.directory = directory;
    this.toPostgres = TcpProxy.to(postgresPort);
    this.toEtcd = TcpProxy.to(etcdPort);
    String here =
        page.replace("name: one", "name: " + name)
            .replaceAll("hosts: \\[.*]", "hosts: [" + local(toEtcd.port()) + "]" + AS_PROXY)
            .replace("listen: 10.0.0.11:8008", "listen: " + local(patroniPort))
            .replace("listen: 10.0.0.11:5432", "listen: " + local(postgresPort))
            .replace("10.0.0.11:8008", local(toPatroni.port()))
            .replace("10.0.0.11:5432", local(toPostgres.port()))
            .replace("10.0.0.0/24", "127.0.0.1/32")
            .replace("/usr/lib/postgresql/15/bin", programs().toString())
            .replace("/var/lib/postgresql/15/latchkey", file("data"))
            .replace("/var/lib/postgresql/patroni.pgpass", file("pgpass"))
            .replace("/run/postgresql", directory.toString());
    try {
      this.configuration = Files.writeString(directory.resolve(name + ".yml"), here);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    start();
  }

  private static String local(int port) {
    return "127.0.0.1:" + port;
  }

  private String file(String what) {
    return directory.resolve(name + "-" + what).toString();
  }

  /** The programs of the newest PostgreSQL that Debian has installed. */
  private static Path programs() {
    try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
      return versions.max(Path::compareTo).orElseThrow().resolve("bin");
    } catch (IOException missing) {
      throw new UncheckedIOException("install the package 'postgresql'", missing);
    }
  }

  public void start() {
    process = PatroniCluster.launch(directory, name, List.of("patroni", configuration.toString()));
  }

  int port() {
    return toPostgres.port();
  }

  /** Whether Patroni itself says that its server has this role, for example "primary". */
  boolean isRole(String role) {
    try {
      var request =
          HttpRequest.newBuilder(URI.create("http://" + local(patroniPort) + "/" + role))
              .timeout(ANSWER)
              .build();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException down) {
      return false;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  /** All processes end at the same instant, because their first process does. */
  public void kill() {
    process.destroyForcibly();
    Poll.until(() -> process.descendants().findAny().isEmpty(), "the end of " + name);
  }

  /** The second signal reaches the processes that were started during the first. */
  public void pause() {
    signal("-STOP");
    signal("-STOP");
  }

  public void resume() {
    signal("-CONT");
  }

  private void signal(String signal) {
    var command =
        Stream.concat(
                Stream.of("kill", signal),
                process.descendants().map(each -> String.valueOf(each.pid())))
            .toList();
    try {
      new ProcessBuilder(command).start().waitFor();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  /** Nothing that others send reaches this machine. */
  public void loseIncoming() {
    toPostgres.stall(TcpProxy.Direction.TO_SERVER);
    toPatroni.stall(TcpProxy.Direction.TO_SERVER);
    toEtcd.stall(TcpProxy.Direction.TO_CLIENT);
  }

  /** Nothing that this machine sends reaches others. */
  public void loseOutgoing() {
    toPostgres.stall(TcpProxy.Direction.TO_CLIENT);
    toPatroni.stall(TcpProxy.Direction.TO_CLIENT);
    toEtcd.stall(TcpProxy.Direction.TO_SERVER);
  }

  public void reconnect() {
    Stream.of(toPostgres, toPatroni, toEtcd).forEach(TcpProxy::pass);
  }

  void close() {
    kill();
    Stream.of(toPostgres, toPatroni, toEtcd).forEach(TcpProxy::close);
  }
}
