package dev.latchkey.bench.host;

import dev.latchkey.host.FreePort;
import dev.latchkey.host.Installed;
import dev.latchkey.host.Nginx;
import dev.latchkey.load.Address;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The nginx with which the gateway and the checks are compared. */
public final class ComparedNginx {
  public static final String MISSING =
      "nginx is not installed, so the gateway is compared with nothing"
          + " (install the package 'nginx-light')";

  private ComparedNginx() {}

  /**
   * Starts nginx as a proxy of this service. It has one process, so that its whole processor time
   * is measured. Empty if nginx is not installed.
   */
  public static Optional<StartedServer> proxyFor(
      Address upstream, Path directory, UnaryOperator<List<String>> pin) {
    return Installed.find(Nginx.PROGRAM).map(_ -> start(directory, pin, proxyTo(upstream.port())));
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
    return Installed.find(Nginx.PROGRAM).map(_ -> start(directory, pin, additions("", location)));
  }

  private static Nginx.Additions proxyTo(int port) {
    return additions(
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

  /** One process, which keeps connections open like the product. */
  private static Nginx.Additions additions(String upstreams, String location) {
    return new Nginx.Additions(
        "master_process off;",
        "server_tokens off; keepalive_requests 1000000000;\n" + upstreams,
        location);
  }

  private static StartedServer start(
      Path directory, UnaryOperator<List<String>> pin, Nginx.Additions additions) {
    Nginx nginx = Nginx.start(directory, FreePort.pick(), additions, pin);
    return new StartedServer(
        nginx.child(), Address.of("http://localhost:" + nginx.port()), Optional.empty());
  }
}
