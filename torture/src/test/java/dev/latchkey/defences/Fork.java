package dev.latchkey.defences;

import dev.latchkey.harness.Checkout;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs tests in a separate process. On its class path, the classes of an overlay come before those
 * of the build.
 */
final class Fork {
  private final Path directory;
  private final Duration patience;

  /**
   * @param directory receives the output of the tests and their outcomes
   */
  Fork(Path directory, Duration patience) {
    this.directory = directory;
    this.patience = patience;
  }

  /** A test that the process did not reach has the outcome BROKEN. */
  List<Outcome> run(Optional<Path> overlay, List<NamedTest> tests) {
    try {
      Files.createDirectories(directory);
      Path outcomes = directory.resolve("outcomes");
      Process process = start(command(overlay, outcomes, tests));
      await(process, patience);
      destroy(process);
      return read(outcomes, tests);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static List<String> command(
      Optional<Path> overlay, Path outcomes, List<NamedTest> tests) {
    String built = System.getProperty("java.class.path");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-Xmx1g",
            "-XX:TieredStopAtLevel=1",
            "-XX:+EnableDynamicAgentLoading",
            // Fewer requests and a shorter time limit are enough to detect a missing
            // defence.
            "-Dfuzz.requests=20000",
            "-Dtests.answer.seconds=20",
            "-cp",
            overlay.map(first -> first + File.pathSeparator + built).orElse(built),
            ForkedTests.class.getName(),
            outcomes.toString()));
    overlay.ifPresent(
        classes -> command.add(1, "-D" + Checkout.CHANGED + "=" + Overlay.scripts(classes)));
    tests.forEach(test -> command.add(test.toString()));
    return command;
  }

  private Process start(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> destroy(process)));
    return process;
  }

  private static void await(Process process, Duration time) {
    try {
      process.waitFor(time.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * When the process ends, it stops its database itself, which is not a child process. The browser
   * and other programs that it started are ended here.
   */
  private static void destroy(Process process) {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroy();
    await(process, Duration.ofSeconds(10));
    started.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private List<Outcome> read(Path outcomes, List<NamedTest> tests) throws IOException {
    var read = new ArrayList<Outcome>();
    if (Files.exists(outcomes)) {
      Files.readAllLines(outcomes).forEach(line -> read.add(Outcome.read(line)));
    }
    for (NamedTest test : tests.subList(read.size(), tests.size())) {
      String message =
          "the process ended before this test, or took longer than " + patience.toSeconds() + " s";
      read.add(new Outcome(test, Outcome.Kind.BROKEN, message));
    }
    return read;
  }
}
