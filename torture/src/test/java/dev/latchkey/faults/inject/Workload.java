package dev.latchkey.faults.inject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;

/** A process with preloaded shims. It executes the commands of a test, one per line. */
final class Workload implements AutoCloseable {
  /** The size of a row that needs several pages. */
  static final String INSERT = "insert 20000";

  private final Process process;
  private final BufferedReader out;
  private final Writer in;

  private Workload(Process process) {
    this.process = process;
    this.out = process.inputReader();
    this.in = process.outputWriter();
  }

  /**
   * Starts a process with a table in this SQLite database. Returns as soon as the process answers.
   */
  static Workload start(Path database, Map<String, String> variables) {
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                WorkloadProcess.class.getName(),
                database.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(variables);
    try {
      Process process = builder.start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      var workload = new Workload(process);
      workload.ask("nanos");
      return workload;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Sends a command and returns the answer. */
  String ask(String command) {
    try {
      in.write(command + "\n");
      in.flush();
      String answer = out.readLine();
      if (answer == null) {
        throw new AssertionError("the process has ended at: " + command);
      }
      return answer;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Inserts rows, and commits each one separately. */
  void insert(int rows) {
    for (int i = 0; i < rows; i++) {
      String answer = ask(INSERT);
      if (!answer.equals("done")) {
        throw new AssertionError(answer);
      }
    }
  }

  /** Ends the process by force, as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly();
    await();
  }

  /** Ends the process in an orderly way: it closes its database. */
  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException alreadyEnded) {
      // The process has already ended, so there is nothing to ask it for.
    }
    await();
  }

  private void await() {
    try {
      process.waitFor();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
