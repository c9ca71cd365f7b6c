package dev.latchkey.bench.host;

import dev.latchkey.host.ChildProcess;
import dev.latchkey.host.FreePort;
import dev.latchkey.host.HostFault;
import dev.latchkey.host.Installed;
import dev.latchkey.load.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** Starts Debian's nginx, with which the gateway and the checks are compared. */
public final class Nginx {
  public static final String MISSING =
      "nginx is not installed, so the gateway is compared with nothing"
          + " (install the package 'nginx-light')";

  private static final long BETWEEN_CHECKS_NANOS = 10_000_000;

  private Nginx() {}

  /**
   * Starts nginx as a proxy of this service. It has one process, so that its whole processor time
   * is measured. Empty if nginx is not installed.
   */
  public static Optional<StartedServer> proxyFor(
      Address upstream, Path directory, UnaryOperator<List<String>> pin) {
    return Installed.find("nginx")
        .map(program -> start(program, directory, pin, proxyTo(upstream.port())));
  }

  /**
   * Starts nginx with a fixed answer of this size to GET and POST. Empty if nginx is not installed.
   */
  public static Optional<StartedServer> fixed(
      int answerBytes, Path directory, UnaryOperator<List<String>> pin) {
    String body = new String(FixedAnswer.ofNginx(answerBytes).body(), StandardCharsets.US_ASCII);
    String location =
        """
        location = %s {
            default_type application/json;
            return 200 '%s';
        }
        """
            .formatted(FixedServer.PATH, body);
    return Installed.find("nginx")
        .map(program -> start(program, directory, pin, new Content("", location)));
  }

  /** The parts in which the configurations differ. */
  private record Content(String upstreams, String locations) {}

  private static Content proxyTo(int port) {
    return new Content(
        """
        upstream behind {
            server 127.0.0.1:%d;
            keepalive 256;
            keepalive_requests 1000000000;
        }
        """
            .formatted(port),
        """
        location / {
            proxy_pass http://behind;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host 127.0.0.1:%d;
        }
        """
            .formatted(port));
  }

  private static StartedServer start(
      Path program, Path directory, UnaryOperator<List<String>> pin, Content content) {
    int port = FreePort.pick();
    Path file = directory.resolve("nginx.conf");
    try {
      Files.writeString(file, configuration(port, content));
    } catch (IOException refused) {
      throw new HostFault("cannot write " + file, refused);
    }
    ChildProcess child =
        ChildProcess.start(
            new ProcessBuilder(
                    pin.apply(
                        List.of(
                            program.toString(),
                            "-p",
                            directory.toString(),
                            "-c",
                            file.toString(),
                            "-e",
                            "nginx.errors")))
                .inheritIO());
    while (!listens(port)) {
      if (!child.process().isAlive()) {
        throw new HostFault("nginx did not start, see " + directory + "/nginx.errors");
      }
      LockSupport.parkNanos(BETWEEN_CHECKS_NANOS);
    }
    return new StartedServer(child, Address.of("http://localhost:" + port), Optional.empty());
  }

  private static String configuration(int port, Content content) {
    return """
    daemon off;
    master_process off;
    pid nginx.pid;
    events { worker_connections 1024; }
    http {
        access_log off;
        server_tokens off;
        client_body_temp_path nginx-body;
        proxy_temp_path nginx-proxy;
        fastcgi_temp_path nginx-fastcgi;
        uwsgi_temp_path nginx-uwsgi;
        scgi_temp_path nginx-scgi;
        keepalive_requests 1000000000;
        %s
        server {
            listen 127.0.0.1:%d;
            %s
        }
    }
    """
        .formatted(content.upstreams(), port, content.locations());
  }

  private static boolean listens(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }
}
