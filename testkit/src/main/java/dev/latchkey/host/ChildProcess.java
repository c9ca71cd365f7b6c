package dev.latchkey.host;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A child process. It is ended when this process ends. */
public final class ChildProcess implements ShutdownCleanup.Resource {
  private static final long TIMEOUT_SECONDS = 15;
  private static final long BETWEEN_CHECKS_NANOS = 10_000_000;
  private static final int MAX_CHECKS = 6_000;

  private final Process process;

  private ChildProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a process. Its standard error is that of this process, and its standard output is
   * written to a file.
   */
  public static ChildProcess start(List<String> command, File out) {
    return start(
        new ProcessBuilder(command)
            .redirectOutput(out)
            .redirectError(ProcessBuilder.Redirect.INHERIT));
  }

  public static ChildProcess start(ProcessBuilder builder) {
    return ShutdownCleanup.open(() -> {
      try {
        return new ChildProcess(builder.start());
      } catch (IOException refused) {
        throw new HostFault("cannot start " + builder.command().getFirst(), refused);
      }
    });
  }

  /**
   * The command that runs another main class of this program, with the JVM options of this process.
   */
  public static List<String> ofThisProgram(Class<?> main, List<String> arguments) {
    return java(System.getProperty("java.class.path"), main.getName(), arguments);
  }

  /** The command that runs a Java program, with the JVM options of this process. */
  public static List<String> java(String classPath, String main, List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(arguments);
    return command;
  }

  /**
   * Waits for a line with this beginning and returns the rest of that line. All other output is
   * read and discarded.
   */
  public String awaitLine(InputStream output, String beginning) {
    return awaitLines(output, beginning).getFirst();
  }

  /** Waits for several lines in this order, and returns the rest of each. */
  public List<String> awaitLines(InputStream output, String... beginnings) {
    var before = new StringBuilder();
    var rests = new ArrayList<String>();
    try {
      var lines = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String beginning = beginnings[rests.size()];
        if (line.startsWith(beginning)) {
          rests.add(line.substring(beginning.length()));
        }
        if (rests.size() == beginnings.length) {
          Thread.ofPlatform().daemon().start(() -> drain(lines));
          return rests;
        }
        before.append(line).append(' ');
      }
    } catch (IOException broken) {
      before.append(broken);
    }
    throw new HostFault("a process did not start: " + before);
  }

  /**
   * Waits until a program listens at this port of the loopback address. {@code errors} is what the
   * process has complained about.
   */
  public void awaitListening(int port, Supplier<String> errors) {
    for (int i = 0; i < MAX_CHECKS && process.isAlive(); i++) {
      if (listens(port)) {
        return;
      }
      LockSupport.parkNanos(BETWEEN_CHECKS_NANOS);
    }
    throw new HostFault(
        "%s does not listen at port %d: %s"
            .formatted(process.info().command().orElse("a process"), port, errors.get()));
  }

  private static boolean listens(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /**
   * Reads and discards the output, because the process would block if its output were not read.
   * This needs a platform thread: reading a pipe pins the carrier of a virtual thread, and there
   * are only as many carriers as processors.
   */
  private static void drain(BufferedReader lines) {
    try {
      lines.transferTo(Writer.nullWriter());
    } catch (IOException over) {
      // The process has ended.
    }
  }

  public Process process() {
    return process;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    ShutdownCleanup.unregister(this);
  }
}
