package dev.latchkey.harness.program;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program as an operator starts it: a process of its own, whose output is written to files. */
public final class Program implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern LISTENS =
      Pattern.compile("Latchkey listens at (https?://localhost:[0-9]+)\\R");

  /** The last line of a class histogram: the number of instances, then the number of bytes. */
  private static final Pattern TOTAL = Pattern.compile("Total +[0-9]+ +([0-9]+)");

  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+([0-9]+) kB");

  /** A process inherits that SIGHUP is ignored, for example if the tests are started by nohup. */
  private static final List<String> HEARING_HANGUPS = List.of("env", "--default-signal=HUP");

  private final Process process;
  private final Path out;
  private final Path err;

  private Program(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  public static Program start(String... arguments) {
    return withEnvironment(Map.of(), arguments);
  }

  /** The same with these options of the JVM. */
  public static Program withOptions(List<String> options, String... arguments) {
    return launch(BuiltProgram.command(options.toArray(String[]::new)), Map.of(), arguments);
  }

  /**
   * Starts the program with this directory for temporary files, so that a test can see what the
   * program leaves there.
   */
  public static Program withTemporaryFilesIn(Path directory, String... arguments) {
    return launch(BuiltProgram.command(temporary(directory)), Map.of(), arguments);
  }

  /** Starts the program of the release before. */
  public static Program ofEarlierRelease(String... arguments) {
    return launch(EarlierRelease.command(), Map.of(), arguments);
  }

  /** The same with the main class of another program. */
  public static Program another(String main, Path directory, String... arguments) {
    return launch(BuiltProgram.command(main, temporary(directory)), Map.of(), arguments);
  }

  /** Starts the program with these variables in addition to the environment of the tests. */
  public static Program withEnvironment(Map<String, String> variables, String... arguments) {
    return launch(BuiltProgram.command(), variables, arguments);
  }

  /** Whether {@link #onReadOnlySystem} works: only root may change mounts. */
  public static boolean canMount() {
    try {
      return new ProcessBuilder("unshare", "--mount", "true").start().waitFor() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  /** Starts the program where only this directory can be written, and also not /tmp. */
  public static Program onReadOnlySystem(Path writable, String... arguments) {
    String mounts =
        """
        mount --bind "$0" "$0"
        mount -o remount,ro,bind /
        ! mountpoint -q /tmp || mount -o remount,ro,bind /tmp
        exec "$@"
        """;
    var command =
        new ArrayList<>(List.of("unshare", "--mount", "bash", "-euc", mounts, writable.toString()));
    command.addAll(BuiltProgram.command());
    return launch(command, Map.of(), arguments);
  }

  /** Starts the program as nohup does. */
  public static Program withHangupsIgnored(String... arguments) {
    var command = new ArrayList<>(List.of("sh", "-c", "trap '' HUP; exec \"$@\"", "sh"));
    command.addAll(BuiltProgram.command());
    return launch(command, Map.of(), arguments);
  }

  private static String temporary(Path directory) {
    return "-Djava.io.tmpdir=" + directory;
  }

  private static Program launch(
      List<String> program, Map<String, String> variables, String... arguments) {
    try {
      Path files = Latchkey.temporaryDirectory();
      Path out = files.resolve("out");
      Path err = files.resolve("err");
      var command = new ArrayList<>(HEARING_HANGUPS);
      command.addAll(program);
      command.addAll(List.of(arguments));
      var builder =
          new ProcessBuilder(command)
              .directory(files.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().putAll(variables);
      Process process = builder.start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      return new Program(process, out, err);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  public static Program serve(Path data) {
    return start("serve", "--data", data.toString(), "--port", "0");
  }

  public static Program serve(Path data, String database) {
    return start("serve", "--data", data.toString(), "--database", database, "--port", "0");
  }

  /** Waits until the program prints the address at which it listens, and returns this address. */
  public String url() {
    Poll.until(() -> LISTENS.matcher(err()).find() || !process.isAlive(), "listening");
    Matcher listens = LISTENS.matcher(err());
    if (!listens.find()) {
      throw new AssertionError("it does not listen: " + out() + err());
    }
    return listens.group(1);
  }

  public int exitCode() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still running: " + out() + err());
      }
      return process.exitValue();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  public boolean isRunning() {
    return process.isAlive();
  }

  /** What the program occupies of the machine's memory. */
  public long residentBytes() {
    Matcher kilobytes =
        RESIDENT.matcher(read(Path.of("/proc", String.valueOf(process.pid()), "status")));
    if (!kilobytes.find()) {
      throw new AssertionError("no size of the process");
    }
    return 1_024 * Long.parseLong(kilobytes.group(1));
  }

  /** The processor time that the program has used since its start. */
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** All processes that the program has started, and the processes that these have started. */
  public List<ProcessHandle> children() {
    return process.descendants().toList();
  }

  public String out() {
    return read(out);
  }

  public String err() {
    return read(err);
  }

  /**
   * The size of all reachable objects on the heap, in bytes. The histogram is made after a garbage
   * collection.
   */
  public long liveBytes() {
    Matcher total = TOTAL.matcher(jcmd("GC.class_histogram"));
    if (!total.find()) {
      throw new AssertionError("no total in the histogram");
    }
    return Long.parseLong(total.group(1));
  }

  private String jcmd(String command) {
    try {
      Process asked =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  String.valueOf(process.pid()),
                  command)
              .redirectErrorStream(true)
              .start();
      return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Sends SIGHUP, with which the program reloads its configuration file. */
  public void hangUp() {
    signal("HUP");
  }

  /** Sends a signal. Its name is given without SIG. */
  public void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  /** Asks the program to stop, and does not wait until it has stopped. */
  public void stop() {
    process.destroy();
  }

  /** Ends the process by force, as {@code kill -9} does. */
  public void kill() {
    process.destroyForcibly();
    exitCode();
  }

  /** Ends the program. A node that drains after the first signal stops at the second one. */
  @Override
  public void close() {
    Poll.until(
        () -> {
          stop();
          return !isRunning();
        },
        "the end of the program");
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
