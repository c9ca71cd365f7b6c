package dev.latchkey.harness.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs third-party programs that are installed as Debian packages. */
public final class Installed {
  private static final List<String> PLACES = List.of("/usr/sbin", "/usr/bin");

  private Installed() {}

  static boolean isInstalled(String program) {
    return path(program).isPresent();
  }

  private static Optional<Path> path(String program) {
    return Stream.concat(Stream.of(System.getenv("PATH").split(":")), PLACES.stream())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Path find(String program, String debianPackage) {
    return path(program)
        .orElseThrow(() ->
            new AssertionError(
                "this test needs " + program + ": install the package '" + debianPackage + "'"));
  }

  /** Runs the program and returns everything that it writes until it ends. */
  public static String run(String program, String debianPackage, String... arguments) {
    return run(program, debianPackage, Path.of("/dev/null"), arguments);
  }

  /** The same for a program that reads this file from its standard input. */
  public static String run(String program, String debianPackage, Path input, String... arguments) {
    var command = new ArrayList<String>();
    command.add(find(program, debianPackage).toString());
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(input.toFile())
              .redirectErrorStream(true)
              .start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Ends a process: first with a request to stop, and after 10 seconds by force. */
  static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
