package dev.latchkey.edge.http.hoard;

import dev.latchkey.edge.http.Json;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.wire.Certificate;
import dev.latchkey.host.FreePort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A demo of the program with the smallest heap that is supported, with TLS and a Unix socket, and a
 * service behind its gateway.
 */
final class RunningVictim implements AutoCloseable {
  private static final int HEAP_MEGABYTES = 192;

  /** What clients may hold: a quarter of the heap. */
  static final long LIMIT = HEAP_MEGABYTES / 4 * 1_048_576L;

  private final AtomicBoolean isOver = new AtomicBoolean();
  private final Upstream upstream = Upstream.that(this::serve);
  private final Certificate certificate = Certificate.make();
  private final Program program;
  private final Victim victim;
  private final Watch watch;

  RunningVictim() {
    try {
      Path data = Latchkey.temporaryDirectory();
      Path config = data.resolve("latchkey.yaml");
      int port = FreePort.pick();
      int metrics = FreePort.pick();
      Files.writeString(config, configuration(data, metrics));
      program =
          Program.withOptions(
              List.of("-Xmx" + HEAP_MEGABYTES + "m"),
              "demo",
              "--empty",
              "--config",
              config.toString(),
              "--data",
              data.toString(),
              "--port",
              String.valueOf(port));
      Path written = data.resolve("demo.json");
      Poll.until(() -> Files.exists(written) || !program.isRunning(), "the demo");
      String token =
          Json.parse(Files.readString(written)).orElseThrow().get("organization_token").asString();
      victim =
          new Victim(
              port,
              data.resolve("latchkey.sock"),
              certificate.trusted(),
              token,
              new LinkedBlockingDeque<>());
      watch = new Watch(metrics);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private String configuration(Path data, int metrics) {
    certificate.writeCertificate(data.resolve("cert.pem"));
    certificate.writeKey(data.resolve("key.pem"));
    return """
    tls: {certificate: %1$s/cert.pem, key: %1$s/key.pem}
    unix_socket: %1$s/latchkey.sock
    metrics_port: %2$d
    upstreams:
      service: {addresses: ["%3$s"], connections: 64}
    routes:
      - {methods: [GET], path: /**, scopes: [read:issue:info], upstream: service}
      - {methods: [POST], path: /**, scopes: [write:issue:info], upstream: service}
    """
        .formatted(data, metrics, upstream.address());
  }

  private void serve(Upstream.Call call) throws IOException {
    // There are too many to keep them.
    upstream.heads().clear();
    if (call.head().contains("/endless ")) {
      call.answer("HTTP/1.1 200 OK\r\nContent-Length: " + (1L << 40) + "\r\n\r\n");
      while (!isOver.get()) {
        call.out().write(new byte[65_536]);
      }
    } else if (call.head().contains("/stuck ")) {
      // It never answers, and ends when the gateway gives it up.
      call.in().transferTo(OutputStream.nullOutputStream());
    } else if (call.head().contains("/tunnel ")) {
      call.answer(
          String.join(
              "\r\n",
              "HTTP/1.1 101 Switching Protocols",
              "Upgrade: websocket",
              "Connection: Upgrade",
              "",
              ""));
      call.in().transferTo(call.out());
    } else {
      call.readBody(OutputStream.nullOutputStream());
      call.answerOk("ok");
    }
  }

  Program program() {
    return program;
  }

  Victim victim() {
    return victim;
  }

  /** By the server's own account. */
  long heldBytes() {
    return watch.held();
  }

  HonestClient honest() {
    return new HonestClient(victim, "127.0.0.99");
  }

  @Override
  public void close() {
    isOver.set(true);
    victim.closeAll();
    program.close();
    upstream.close();
  }
}
