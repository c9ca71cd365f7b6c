package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Haproxy;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.RawConnection;
import dev.latchkey.host.FreePort;
import dev.latchkey.host.Nginx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two nodes on one PostgreSQL are restarted one after the other, behind HAProxy and behind nginx,
 * while clients send requests all the time. The requests are POST, which a proxy may not repeat
 * once it has sent them.
 */
@MeasuresTime
class RollingRestartTest {
  private static final String CHECK = "option httpchk GET /health/ready";
  private static final int CLIENTS_OF_EACH_PROXY = 2;
  private static final int REQUESTS = 2_000;
  private static final Duration PACE = Duration.ofMillis(2);
  private static final Pattern METRICS = Pattern.compile("Metrics are at (\\S+)");

  private final int haproxyPort = FreePort.pick();
  private final int nginxPort = FreePort.pick();

  /** How the proxies notice that a node is down, and how long a node drains. */
  private record Setup(String check, String haproxyServer, String nginxServer, String settings) {}

  @Test
  void no_request_fails_during_a_rolling_restart() throws IOException {
    restartUnderLoad(
        new Setup(
            CHECK + "\n    timeout check 5s",
            "inter 100 fall 6 rise 1",
            "fail_timeout=1s",
            "drain_seconds: 2\n"));
  }

  @Test
  @Tag("long")
  void no_request_fails_with_the_defaults_of_the_proxies_and_of_the_nodes() throws IOException {
    restartUnderLoad(new Setup(CHECK, "", "", ""));
  }

  private void restartUnderLoad(Setup setup) throws IOException {
    try (Latchkey store = Latchkey.start(Store.POSTGRESQL)) {
      App app = store.app();
      String token = app.tokens(new Browser(store.url()).signIn(store.person())).access();
      var nodes = new ArrayList<Node>();
      for (int i = 0; i < 2; i++) {
        nodes.add(new Node(FreePort.pick(), store, setup));
      }
      nodes.forEach(Node::awaitStart);
      try (Haproxy haproxy =
              Haproxy.start(
                  haproxyPort,
                  setup.check,
                  setup.haproxyServer,
                  nodes.stream().map(node -> node.port).toList());
          Nginx nginx = nginx(nodes, setup);
          Load introspections =
              new Load(
                  haproxy.port(),
                  post(
                      "/oauth2/introspect",
                      "application/x-www-form-urlencoded",
                      "client_id=%s&client_secret=%s&token=%s"
                          .formatted(app.id(), app.secret(), token)),
                  "\"active\":true");
          Load revocations =
              new Load(
                  nginx.port(),
                  post(
                      "/oauth2/revoke",
                      "application/json",
                      "{\"client_id\":\"%s\",\"client_secret\":\"%s\",\"access_token\":\"unknown\"}"
                          .formatted(app.id(), app.secret())),
                  "{}")) {
        for (Node node : nodes) {
          introspections.awaitMore();
          revocations.awaitMore();
          node.restart();
          Poll.until(() -> haproxy.isUp(node.port), "HAProxy uses the node");
          Poll.until(node::hasAnsweredRevocations, "nginx uses the node");
        }
        Poll.until(
            () -> introspections.answers() + revocations.answers() >= REQUESTS, "so many requests");
        introspections.end();
        revocations.end();
        assertThat(introspections.failures).as("HAProxy").isEmpty();
        assertThat(nodes).allMatch(node -> haproxy.retries(node.port) == 0);
        assertThat(revocations.failures).as("nginx").isEmpty();
      } finally {
        nodes.forEach(node -> node.program.close());
      }
    }
  }

  private Nginx nginx(List<Node> nodes, Setup setup) {
    var upstream = new StringBuilder("upstream latchkey {\n");
    nodes.forEach(node ->
        upstream.append("server 127.0.0.1:%d %s;\n".formatted(node.port, setup.nginxServer)));
    return Nginx.start(
        nginxPort,
        upstream + "}",
        "location / { proxy_pass http://latchkey; proxy_set_header Host localhost:"
            + haproxyPort
            + "; }");
  }

  private String post(String path, String type, String body) {
    return "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(path, haproxyPort, type, body.length(), body);
  }

  private final class Node {
    private final int port;
    private final List<String> command;
    private Program program;

    Node(int port, Latchkey store, Setup setup) throws IOException {
      this.port = port;
      Path file = Latchkey.temporaryDirectory().resolve("latchkey.yaml");
      Files.writeString(
          file,
          "base_url: http://localhost:" + haproxyPort + "\nmetrics_port: 0\n" + setup.settings);
      this.command =
          List.of(
              "serve",
              "--config",
              file.toString(),
              "--data",
              store.data().toString(),
              "--database",
              store.settings().store().database().orElseThrow(),
              "--port",
              String.valueOf(port));
      this.program = start();
    }

    private Program start() {
      return Program.start(command.toArray(String[]::new));
    }

    void awaitStart() {
      assertThat(program.url()).isNotEmpty();
      Poll.until(() -> METRICS.matcher(program.err()).find(), "metrics");
    }

    void restart() {
      program.stop();
      assertThat(program.exitCode()).isEqualTo(143);
      program = start();
      awaitStart();
    }

    boolean hasAnsweredRevocations() {
      Matcher metrics = METRICS.matcher(program.err());
      return metrics.find()
          && Http.here()
              .get(metrics.group(1))
              .body()
              .contains("path=\"/oauth2/revoke\",status=\"200\"");
    }
  }

  /** Clients of one proxy. Each sends its next request soon after the answer to the last one. */
  private static final class Load implements AutoCloseable {
    private final int port;
    private final String request;
    private final String expected;
    private final AtomicInteger answers = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean isOver;

    Load(int port, String request, String expected) {
      this.port = port;
      this.request = request;
      this.expected = expected;
      for (int i = 0; i < CLIENTS_OF_EACH_PROXY; i++) {
        clients.add(Thread.ofPlatform().start(this::send));
      }
    }

    private void send() {
      while (!isOver) {
        try (RawConnection connection = RawConnection.to(port)) {
          sendOn(connection);
        } catch (UncheckedIOException broken) {
          failures.add(broken.toString());
        }
      }
    }

    private void sendOn(RawConnection connection) {
      boolean isLast = false;
      while (!isOver && !isLast) {
        RawConnection.Reply reply = connection.send(request).answer();
        if (reply.status() != 200 || !reply.body().contains(expected)) {
          failures.add(reply.toString());
        }
        answers.incrementAndGet();
        isLast = reply.header("Connection").orElse("").equals("close");
        LockSupport.parkNanos(PACE.toNanos());
      }
    }

    int answers() {
      return answers.get();
    }

    void awaitMore() {
      int before = answers();
      Poll.until(() -> answers() > before + CLIENTS_OF_EACH_PROXY, "answers");
    }

    @Override
    public void close() {
      end();
    }

    void end() {
      isOver = true;
      for (Thread client : clients) {
        try {
          client.join();
        } catch (InterruptedException stopped) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
