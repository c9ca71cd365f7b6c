package dev.latchkey.harness.program;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.host.ChildProcess;
import dev.latchkey.host.Installed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The HAProxy of Debian on the loopback address, in front of one or more servers, for the duration
 * of a test.
 */
public final class Haproxy implements AutoCloseable {
  private final ChildProcess process;
  private final int port;
  private final Path control;

  private Haproxy(ChildProcess process, int port, Path control) {
    this.process = process;
    this.port = port;
    this.control = control;
  }

  /** {@code check} is the configuration of the health check of the server. */
  public static Haproxy start(int port, int server, String check) {
    return start(port, check, "inter 200", List.of(server));
  }

  /** {@code options} are further options of each server. */
  public static Haproxy start(int port, String check, String options, List<Integer> servers) {
    String configuration =
        """
        defaults
            mode http
            timeout connect 5s
            timeout client 60s
            timeout server 60s
        frontend front
            bind 127.0.0.1:%d
            default_backend latchkey
        backend latchkey
            %s
        """
            .formatted(port, check);
    for (int server : servers) {
      configuration += "    server %d 127.0.0.1:%d check %s\n".formatted(server, server, options);
    }
    return start(port, configuration);
  }

  /** With this configuration, which has no section {@code global}. */
  public static Haproxy start(int port, String configuration) {
    Path directory = Latchkey.temporaryDirectory();
    Path control = directory.resolve("control");
    String all =
        """
        global
            stats socket %s mode 600 level admin
        %s\
        """
            .formatted(control, configuration);
    try {
      Path file = Files.writeString(directory.resolve("haproxy.cfg"), all);
      ChildProcess process =
          ChildProcess.start(
              new ProcessBuilder(
                      Installed.require("haproxy", "haproxy").toString(),
                      "-db",
                      "-q",
                      "-f",
                      file.toString())
                  .redirectErrorStream(true)
                  .redirectOutput(directory.resolve("out").toFile()));
      Poll.until(() -> accepts(control) || !process.process().isAlive(), "haproxy listening");
      if (!process.process().isAlive()) {
        throw new AssertionError(Files.readString(directory.resolve("out")));
      }
      return new Haproxy(process, port, control);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** The socket exists a moment before it listens. */
  private static boolean accepts(Path control) {
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return socket.connect(UnixDomainSocketAddress.of(control));
    } catch (IOException tooEarly) {
      return false;
    }
  }

  public int port() {
    return port;
  }

  /**
   * The result of the last health check: {@code L7OK} if the server at this port is healthy, empty
   * before the first check.
   */
  public String lastCheck(int server) {
    String status = statistic(server, "check_status");
    return status.equals("INI") || status.startsWith("*") ? "" : status;
  }

  /** Whether requests are sent to the server at this port. */
  public boolean isUp(int server) {
    return statistic(server, "status").startsWith("UP");
  }

  /** The state of the server of this name: {@code UP}, {@code DOWN} or on the way to either. */
  public String state(String server) {
    return statistic(server, "status");
  }

  /** How many requests to the server at this port had to be tried again. */
  public int retries(int server) {
    return Integer.parseInt(statistic(server, "wretr"));
  }

  private String statistic(int server, String name) {
    return statistic(String.valueOf(server), name);
  }

  private String statistic(String server, String name) {
    List<List<String>> table =
        ask("show stat\n").lines().map(line -> List.of(line.split(",", -1))).toList();
    int column = table.getFirst().indexOf(name);
    return table.stream()
        .filter(row -> row.size() > column && row.get(1).equals(server))
        .map(row -> row.get(column))
        .findFirst()
        .orElse("");
  }

  private String ask(String command) {
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.connect(UnixDomainSocketAddress.of(control));
      socket.write(ByteBuffer.wrap(command.getBytes(StandardCharsets.US_ASCII)));
      var answer = new ByteArrayOutputStream();
      Channels.newInputStream(socket).transferTo(answer);
      return answer.toString(StandardCharsets.UTF_8);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
