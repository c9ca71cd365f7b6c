package dev.latchkey.harness.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The program of the release before, which is built from the history of this repository. It takes a
 * minute, once for each checkout.
 */
public final class EarlierRelease {
  /** The last commit of that release. A release of a new schema names the one before it here. */
  static final String COMMIT = "c8d45b5af86856f1e9e3a2a5a75ba725f43bd799";

  private static final Path SOURCES =
      Path.of("target", "earlier", COMMIT).toAbsolutePath().normalize();
  private static final Path JAR = SOURCES.resolve(Path.of("server", "target", "latchkey.jar"));
  private static final Path JVM_OPTIONS =
      SOURCES.resolve(Path.of("server", "src", "main", "sh", "jvm.options"));

  private EarlierRelease() {}

  /** The command up to the arguments of the program. */
  static synchronized List<String> command() {
    if (!Files.exists(JAR)) {
      build();
    }
    return List.of(
        BuiltProgram.java().toString(),
        "@" + JVM_OPTIONS,
        "-Xmx256m",
        "-XX:TieredStopAtLevel=1",
        "-jar",
        JAR.toString());
  }

  private static void build() {
    String repository = Path.of("..").toAbsolutePath().normalize().toString();
    run(
        "the history has no commit %s of the release before: git fetch --unshallow"
            .formatted(COMMIT),
        "git -C \"$0\" cat-file -e \"$1^{commit}\"",
        repository,
        COMMIT);
    run(
        "its sources cannot be unpacked",
        "rm -rf \"$2\" && mkdir -p \"$2\" && git -C \"$0\" archive \"$1\" | tar -x -C \"$2\"",
        repository,
        COMMIT,
        SOURCES.toString());
    run(
        "it cannot be built",
        ". \"$0/server/src/main/sh/build.sh\" && build_quickly \"$0\" server",
        SOURCES.toString());
  }

  private static void run(String failure, String script, String... arguments) {
    try {
      var command = new ArrayList<>(List.of("bash", "-eo", "pipefail", "-c", script));
      command.addAll(List.of(arguments));
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(failure + "\n" + output);
      }
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
