package dev.latchkey.documents;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.BuiltProgram;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A shell in which commands are typed one after the other, with {@code latchkey} on its path. A
 * program that serves until it is stopped gets a window of its own.
 */
final class Terminal implements AutoCloseable {
  private static final String MARK = "latchkey-document-test";
  private static final Pattern END = Pattern.compile(MARK + " (\\d+)\n");

  private final Process shell;
  private final BufferedWriter keyboard;
  private final Path directory;

  @SuppressWarnings("JdkObsolete") // Two threads use it.
  private final StringBuffer screen = new StringBuffer();

  private int read;
  private int windows;

  /** {@code variables} are further variables of the environment. */
  Terminal(Path directory, Map<String, String> variables) {
    try {
      Path programs = Files.createDirectories(directory.resolve("bin"));
      write(programs.resolve("latchkey"), launcher());
      write(programs.resolve("java"), "#!/bin/sh\nexec '" + BuiltProgram.java() + "' \"$@\"\n");
      // curl shows its progress if its output is no terminal.
      Files.writeString(directory.resolve(".curlrc"), "silent\nshow-error\n");
      this.directory = directory;
      var builder =
          new ProcessBuilder("bash", "--noprofile", "--norc", "-s")
              .directory(directory.toFile())
              .redirectErrorStream(true);
      Map<String, String> environment = builder.environment();
      // Programs such as haproxy are where only administrators look for them.
      environment.merge(
          "PATH", programs.toString(), (path, own) -> own + ":" + path + ":/usr/sbin");
      environment.putAll(variables);
      environment.put("CURL_HOME", directory.toString());
      this.shell = builder.start();
      this.keyboard = shell.outputWriter(StandardCharsets.UTF_8);
      Thread.startVirtualThread(this::show);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static void write(Path program, String script) throws IOException {
    Files.writeString(program, script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String launcher() {
    return BuiltProgram.command().stream()
        .map(part -> "'" + part + "' ")
        .collect(Collectors.joining("", "#!/bin/sh\nexec ", "\"$@\"\n"));
  }

  private void show() {
    try (InputStream output = shell.getInputStream()) {
      byte[] part = new byte[8192];
      for (int length = output.read(part); length > 0; length = output.read(part)) {
        screen.append(new String(part, 0, length, StandardCharsets.UTF_8));
      }
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** What a command printed, and its exit code. */
  record Result(String output, int exitCode) {}

  /** Runs a command and waits for its end. */
  Result run(String command) {
    type(command + "\nprintf '" + MARK + " %s\\n' \"$?\"");
    try {
      Poll.until(() -> !shell.isAlive() || end().find(), command);
    } catch (AssertionError late) {
      throw new AssertionError(command + "\nprinted\n" + screen.substring(read), late);
    }
    Matcher end = end();
    if (!end.find()) {
      throw new AssertionError("the shell has ended: " + command + "\n" + screen);
    }
    String output = screen.substring(read, end.start()).replaceFirst("(?<=[^\\n])\\z", "\n");
    read = end.end();
    return new Result(output, Integer.parseInt(end.group(1)));
  }

  private Matcher end() {
    return END.matcher(screen).region(read, screen.length());
  }

  /** Starts a command that goes on running, and waits until it has printed this. */
  void start(String command, Pattern expected) {
    type(command);
    await(command, expected, () -> screen.substring(read));
    read = screen.length();
  }

  /** The same in a window of its own. */
  void startInWindow(String command, Pattern expected) {
    windows++;
    type(command + " > " + windowFile() + " 2>&1 &");
    await(command, expected, this::window);
  }

  private void await(String command, Pattern expected, Supplier<String> printed) {
    try {
      Poll.until(() -> expected.matcher(printed.get()).find() || !shell.isAlive(), command);
    } catch (AssertionError late) {
      throw new AssertionError(command + "\nprinted\n" + printed.get(), late);
    }
  }

  /** What the program in the newest window has printed. */
  String window() {
    Path file = windowFile();
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private Path windowFile() {
    return directory.resolve("window-" + windows);
  }

  private void type(String line) {
    try {
      keyboard.write(line);
      keyboard.newLine();
      keyboard.flush();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  /** Ends the shell and everything that runs in it. */
  @Override
  public void close() {
    var running = shell.descendants().toList();
    running.forEach(ProcessHandle::destroy);
    Poll.until(
        () -> {
          running.forEach(ProcessHandle::destroy);
          return running.stream().noneMatch(ProcessHandle::isAlive);
        },
        "the end of the programs");
    shell.destroy();
    try {
      if (!shell.waitFor(10, TimeUnit.SECONDS)) {
        shell.destroyForcibly();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
