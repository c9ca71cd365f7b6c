package dev.latchkey.harness.program;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The nginx of Debian on the loopback address, with a directory of its own, for the duration of a
 * test.
 */
public final class Nginx implements AutoCloseable {
  private final Process process;
  private final int port;
  private final Path errors;

  private Nginx(Process process, int port, Path errors) {
    this.process = process;
    this.port = port;
    this.errors = errors;
  }

  /** {@code http} is added to the block of that name, {@code server} to its only server. */
  public static Nginx start(int port, String http, String server) {
    Path prefix = Latchkey.temporaryDirectory();
    String configuration =
        """
        daemon off;
        worker_processes 1;
        pid nginx.pid;
        error_log errors;
        events {}
        http {
            access_log off;
            client_body_temp_path body;
            proxy_temp_path proxy;
            fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            %s
            server {
                listen 127.0.0.1:%d;
                %s
            }
        }
        """
            .formatted(http, port, server);
    try {
      Path file = Files.writeString(prefix.resolve("nginx.conf"), configuration);
      Process process =
          new ProcessBuilder(
                  Installed.find("nginx", "nginx-light").toString(),
                  "-p",
                  prefix.toString(),
                  "-c",
                  file.toString(),
                  "-e",
                  "errors")
              .inheritIO()
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
      var nginx = new Nginx(process, port, prefix.resolve("errors"));
      Poll.until(() -> nginx.answers() || !process.isAlive(), "nginx listening");
      if (!process.isAlive()) {
        throw new AssertionError("nginx stopped: " + nginx.errors());
      }
      return nginx;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  public int port() {
    return port;
  }

  public String errors() {
    try {
      return Files.exists(errors) ? Files.readString(errors) : "";
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** A port on which no program listens at the moment. nginx cannot choose a free port itself. */
  public static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  @Override
  public void close() {
    Installed.end(process);
  }

  private boolean answers() {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }
}
