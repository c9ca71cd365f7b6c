package dev.latchkey.harness.program;

import dev.latchkey.host.Installed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Installs published libraries below {@code target}, where they stay until the next clean build. A
 * test is skipped if its interpreter is missing or the registry does not answer.
 */
public enum Registry {
  NPM("node") {
    @Override
    List<List<String>> installation(Path directory, List<String> libraries) {
      return List.of(
          with(
              List.of(
                  "npm",
                  "install",
                  "--prefix",
                  directory.toString(),
                  "--ignore-scripts",
                  "--no-audit",
                  "--no-fund"),
              libraries));
    }

    @Override
    public List<String> interpreter(Path directory) {
      return List.of(Installed.require("node", "nodejs").toString());
    }
  },
  PYPI("python3") {
    @Override
    List<List<String>> installation(Path directory, List<String> libraries) {
      return List.of(
          List.of("python3", "-m", "venv", directory.toString()),
          with(
              List.of(
                  interpreter(directory).getFirst(),
                  "-m",
                  "pip",
                  "install",
                  "--quiet",
                  "--retries",
                  "1"),
              libraries));
    }

    @Override
    public List<String> interpreter(Path directory) {
      return List.of(directory.resolve("bin/python").toString());
    }
  },
  /** The libraries of this build. */
  MAVEN("java") {
    @Override
    List<List<String>> installation(Path directory, List<String> libraries) {
      return List.of();
    }

    @Override
    public List<String> interpreter(Path directory) {
      return List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-cp",
          System.getProperty("java.class.path"));
    }
  },
  /** The libraries for Go that Debian carries, which {@code ./verify --long} installs. */
  GO("go") {
    private static final String SOURCES = "/usr/share/gocode";

    @Override
    List<List<String>> installation(Path directory, List<String> libraries) {
      return libraries.stream().map(library -> List.of("ls", SOURCES + "/src/" + library)).toList();
    }

    @Override
    public List<String> interpreter(Path directory) {
      return List.of("env", "GO111MODULE=off", "GOPATH=" + SOURCES, "go", "run");
    }
  },
  /** A script that needs no library but curl. */
  SHELL("curl") {
    @Override
    List<List<String>> installation(Path directory, List<String> libraries) {
      return List.of();
    }

    @Override
    public List<String> interpreter(Path directory) {
      return List.of("sh");
    }
  };

  private static final int TIMEOUT_SECONDS = 120;

  private final String program;

  Registry(String program) {
    this.program = program;
  }

  abstract List<List<String>> installation(Path directory, List<String> libraries);

  /** The command that runs a file with the libraries in this directory. */
  public abstract List<String> interpreter(Path directory);

  /** Installs these libraries, separated by spaces, and returns their directory. */
  public Path install(String libraries) {
    Assumptions.assumeTrue(Installed.find(program).isPresent(), "this test needs " + program);
    Path directory =
        Path.of("target", "clients", libraries.replaceAll("[^a-z0-9.]+", "-")).toAbsolutePath();
    Path done = directory.resolve("installed");
    try {
      if (!Files.exists(done)) {
        Files.createDirectories(directory);
        for (List<String> command : installation(directory, List.of(libraries.split(" ")))) {
          String problem = run(command);
          Assumptions.assumeTrue(problem.isEmpty(), libraries + " cannot be installed: " + problem);
        }
        Files.createFile(done);
      }
      return directory;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Runs a command. Returns its output if it fails, and otherwise an empty text. */
  private static String run(List<String> command) throws IOException {
    Path out = Files.createTempFile("install", "");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
      boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (ended && process.exitValue() == 0) {
        return "";
      }
      process.destroyForcibly();
      return "failed. " + Files.readString(out, StandardCharsets.UTF_8);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    } finally {
      Files.delete(out);
    }
  }

  private static List<String> with(List<String> command, List<String> libraries) {
    return Stream.concat(command.stream(), libraries.stream()).toList();
  }
}
