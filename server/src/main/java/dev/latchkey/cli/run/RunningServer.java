package dev.latchkey.cli.run;

import dev.latchkey.app.Installation;
import dev.latchkey.app.Wiring;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.Settings;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.netty.Server;
import dev.latchkey.storage.sqlite.DirectoryLock;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** A running server. The commands serve and demo share it. */
final class RunningServer implements AutoCloseable {
  /** What the exit code of a process is by convention if SIGTERM ended it. */
  private static final int TERMINATED = 143;

  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  private final DirectoryLock lock;
  private final Installation installation;
  private final Wiring wiring;
  private final Server server;
  private final Optional<Server> metrics;

  private RunningServer(
      DirectoryLock lock,
      Installation installation,
      Wiring wiring,
      Server server,
      Optional<Server> metrics) {
    this.lock = lock;
    this.installation = installation;
    this.wiring = wiring;
    this.server = server;
    this.metrics = metrics;
  }

  static RunningServer start(
      Settings settings, PrintStream log, BiFunction<Pages, PageGuard, List<Route>> more) {
    ProgramLog.to(log);
    DirectoryLock lock =
        settings.store().database().isPresent()
            ? DirectoryLock.none()
            : DirectoryLock.take(settings.store().data());
    Installation installation = DatabaseWait.open(settings, log);
    var wiring = new Wiring(installation);
    try {
      String address = settings.listening().at().host() + ":" + settings.listening().at().port();
      Server server =
          listening(address, () -> wiring.serve(guard -> more.apply(wiring.pages(), guard)));
      var running = new RunningServer(lock, installation, wiring, server, metrics(wiring, server));
      LOG.log(System.Logger.Level.INFO, running.description());
      return running;
    } catch (ConfigFault fault) {
      wiring.close();
      lock.close();
      throw fault;
    }
  }

  private static Optional<Server> metrics(Wiring wiring, Server server) {
    try {
      return listening("the port of the metrics", wiring::serveMetrics);
    } catch (ConfigFault fault) {
      server.close();
      throw fault;
    }
  }

  private static <T> T listening(String address, Supplier<T> start) {
    try {
      return start.get();
    } catch (UncheckedIOException failed) {
      throw new ConfigFault(
          failed.getCause() instanceof BindException refused
              ? "cannot listen on " + address + ": " + advice(refused)
              : String.valueOf(failed.getMessage()),
          failed);
    }
  }

  private static String advice(BindException refused) {
    String reason = String.valueOf(refused.getMessage());
    return switch (reason) {
      case "Address already in use" ->
          "the port is in use. Stop the other program, or choose another port (0 picks a free one)";
      case "Permission denied" ->
          "this user may not use the port. Choose one above 1023 (0 picks a free one)";
      case "Cannot assign requested address" ->
          "this machine does not have the address. Correct listen";
      default -> reason;
    };
  }

  /** What runs here, for the log. */
  private String description() {
    return String.join(
        " ",
        new Version().getVersion()[0],
        "listens on",
        installation.settings().listening().at().host() + ":" + port() + ",",
        "published as",
        baseUrl() + ",",
        "store:",
        installation.settings().store().database().isPresent() ? "PostgreSQL" : "SQLite");
  }

  Installation installation() {
    return installation;
  }

  int port() {
    return server.port();
  }

  String baseUrl() {
    return wiring.baseUrl(port());
  }

  /** The address of the metrics, if they are served. */
  Optional<String> metrics() {
    return metrics.map(server -> "http://" + metricsHost() + ":" + server.port() + "/metrics");
  }

  private String metricsHost() {
    String host =
        installation.settings().listening().metrics().map(ListenAt::host).orElse(ListenAt.LOOPBACK);
    if (host.equals(ListenAt.LOOPBACK)) {
      return "localhost";
    }
    return host.contains(":") ? "[" + host + "]" : host;
  }

  /** Waits until the process is asked to stop. Requests that are running are finished first. */
  void untilStopped(Runnable last) {
    drainOnSignal();
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(() -> {
                  close();
                  last.run();
                  stopped.countDown();
                }));
    try {
      stopped.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * A service manager stops a node with SIGTERM, and then proxies need time to send their requests
   * to other nodes. A second SIGTERM stops at once, as does Ctrl-C.
   */
  private void drainOnSignal() {
    var isDraining = new AtomicBoolean();
    Signals.on(
        "TERM",
        () -> {
          if (isDraining.compareAndSet(false, true)) {
            SystemdNotice.stopping();
            drain(installation.settings().drain());
          }
          System.exit(TERMINATED);
        });
  }

  private void drain(Duration time) {
    wiring.drain();
    if (time.isPositive()) {
      System.err.println("Latchkey drains for " + time.toSeconds() + " seconds, then stops");
      server.drain(time);
    }
  }

  @Override
  public void close() {
    server.close();
    metrics.ifPresent(Server::close);
    wiring.close();
    lock.close();
  }
}
