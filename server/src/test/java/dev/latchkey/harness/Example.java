package dev.latchkey.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program of {@code examples/}. It is started from its source file, as the comment in that file
 * describes.
 */
public final class Example implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private Example(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  public static Example start(String name, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx96m", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(Checkout.file("examples/" + name + ".java").toString());
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      return new Example(process);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** The next line that the program writes, or the empty string if the program has ended. */
  public String line() {
    try {
      String line = output.readLine();
      return line == null ? "" : line;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  public void tell(String line) {
    try {
      process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Closes the standard input of the program. Returns whether the program then ends by itself. */
  public boolean endsWithItsInput() throws IOException, InterruptedException {
    process.outputWriter(StandardCharsets.UTF_8).close();
    return process.waitFor(60, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
