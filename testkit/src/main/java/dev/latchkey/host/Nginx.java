package dev.latchkey.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Debian's nginx on a port of the loopback address, in a directory of its own. */
public final class Nginx implements AutoCloseable {
  public static final String PROGRAM = "nginx";

  private final ChildProcess child;
  private final Path errors;
  private final int port;

  private Nginx(ChildProcess child, Path errors, int port) {
    this.child = child;
    this.errors = errors;
    this.port = port;
  }

  /**
   * What is added to the usual configuration. {@code processes} says how many there are, {@code
   * http} is added to the block of that name, and {@code server} to its only server.
   */
  public record Additions(String processes, String http, String server) {
    /** For a test: a master and one worker. */
    public static Additions of(String http, String server) {
      return new Additions("worker_processes 1;", http, server);
    }

    private String configuration(int port) {
      return """
      daemon off;
      %s
      pid nginx.pid;
      error_log nginx.errors;
      events { worker_connections 1024; }
      http {
          access_log off;
          client_body_temp_path nginx-body;
          proxy_temp_path nginx-proxy;
          fastcgi_temp_path nginx-fastcgi;
          uwsgi_temp_path nginx-uwsgi;
          scgi_temp_path nginx-scgi;
          %s
          server {
              listen 127.0.0.1:%d;
              %s
          }
      }
      """
          .formatted(processes, http, port, server);
    }
  }

  /** nginx with a master and one worker at this port, in a temporary directory. */
  public static Nginx start(int port, String http, String server) {
    Installed.require(PROGRAM, "nginx-light");
    Path directory = TemporaryDirectory.make().path();
    return start(directory, port, Additions.of(http, server), UnaryOperator.identity());
  }

  /** {@code pin} restricts the command to a processor. */
  public static Nginx start(
      Path directory, int port, Additions additions, UnaryOperator<List<String>> pin) {
    Path file = directory.resolve("nginx.conf");
    try {
      Files.writeString(file, additions.configuration(port));
    } catch (IOException refused) {
      throw new HostFault("cannot write " + file, refused);
    }
    String program = Installed.require(PROGRAM, "nginx-light").toString();
    List<String> command =
        List.of(program, "-p", directory.toString(), "-c", file.toString(), "-e", "nginx.errors");
    ChildProcess child = ChildProcess.start(new ProcessBuilder(pin.apply(command)).inheritIO());
    var nginx = new Nginx(child, directory.resolve("nginx.errors"), port);
    child.awaitListening(port, nginx::errors);
    return nginx;
  }

  public ChildProcess child() {
    return child;
  }

  public int port() {
    return port;
  }

  /** What it has written to its log of errors. */
  public String errors() {
    try {
      return Files.exists(errors) ? Files.readString(errors) : "";
    } catch (IOException unreadable) {
      throw new HostFault("cannot read " + errors, unreadable);
    }
  }

  @Override
  public void close() {
    child.close();
  }
}
