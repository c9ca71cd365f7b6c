package dev.latchkey.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds and runs programs of the system that tests and measurements need and that may be missing.
 */
public final class Installed {
  private static final List<String> DIRECTORIES = List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin");
  private static final Path NOTHING = Path.of("/dev/null");

  private Installed() {}

  public static Optional<Path> find(String program) {
    return Stream.concat(
            Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":")),
            DIRECTORIES.stream())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  public static Path require(String program, String debianPackage) {
    return find(program)
        .orElseThrow(() ->
            new HostFault(program + " is missing: install the package '" + debianPackage + "'"));
  }

  /**
   * Runs a command and returns its output. Throws a {@link HostFault} if the exit code is not 0.
   */
  public static String run(List<String> command) {
    return run(command, NOTHING, true);
  }

  /** Runs a program and returns everything that it writes until it ends, whatever its exit code. */
  public static String output(String program, String debianPackage, String... arguments) {
    return output(program, debianPackage, NOTHING, arguments);
  }

  /** The same for a program that reads this file from its standard input. */
  public static String output(
      String program, String debianPackage, Path input, String... arguments) {
    var command = new ArrayList<String>();
    command.add(require(program, debianPackage).toString());
    command.addAll(List.of(arguments));
    return run(command, input, false);
  }

  private static String run(List<String> command, Path input, boolean mustSucceed) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(input.toFile())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0 && mustSucceed) {
        throw new HostFault(String.join(" ", command) + " failed: " + output.strip());
      }
      return output;
    } catch (IOException refused) {
      throw new HostFault("cannot run " + command.getFirst(), refused);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new HostFault("interrupted during " + command.getFirst(), interrupted);
    }
  }
}
