package dev.latchkey.bench.host;

import dev.latchkey.host.Installed;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The server process, as the operating system shows it. Figures that the operating system does not
 * show are empty.
 */
public record ServerProcess(ProcessHandle handle) {
  private static final Path PROC = Path.of("/proc");
  private static final String LISTENING = "0A";

  /** The process that listens on a port of this machine. It is found in /proc, so on Linux only. */
  public static Optional<ServerProcess> listeningOn(int port) {
    return socketOf(port)
        .flatMap(socket ->
            ProcessHandle.allProcesses().filter(process -> holds(process, socket)).findFirst())
        .map(ServerProcess::new);
  }

  /** Processor time used since its start. */
  public Optional<Duration> cpu() {
    return handle.info().totalCpuDuration();
  }

  public OptionalLong residentKilobytes() {
    return lines(PROC.resolve(Long.toString(handle.pid())).resolve("status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst();
  }

  /** The bytes that it has had written to a disk since its start. */
  public OptionalLong writtenBytes() {
    return lines(PROC.resolve(Long.toString(handle.pid())).resolve("io")).stream()
        .filter(line -> line.startsWith("write_bytes:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst();
  }

  /**
   * The size of the live objects in the heap of a Java server, after a garbage collection that this
   * call causes.
   */
  public OptionalLong liveHeapBytes() {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      return OptionalLong.empty();
    }
    String pid = String.valueOf(handle.pid());
    return liveBytes(Installed.run(List.of(jcmd.toString(), pid, "GC.class_histogram")));
  }

  /**
   * Reads the size from the last line of a class histogram: the word Total, the number of objects,
   * and their bytes.
   */
  static OptionalLong liveBytes(String histogram) {
    return histogram
        .lines()
        .map(line -> line.strip().split("\\s+"))
        .filter(words -> words.length == 3 && words[0].equals("Total"))
        .mapToLong(words -> Long.parseLong(words[2]))
        .findFirst();
  }

  private static Optional<String> socketOf(int port) {
    String ending = String.format(Locale.ROOT, ":%04X", port);
    return Stream.of("net/tcp", "net/tcp6")
        .flatMap(table -> lines(PROC.resolve(table)).stream())
        .map(line -> line.strip().split("\\s+"))
        .filter(row -> row.length > 9 && row[1].endsWith(ending) && row[3].equals(LISTENING))
        .map(row -> "socket:[" + row[9] + "]")
        .findFirst();
  }

  private static boolean holds(ProcessHandle process, String socket) {
    Path descriptors = PROC.resolve(Long.toString(process.pid())).resolve("fd");
    try (DirectoryStream<Path> open = Files.newDirectoryStream(descriptors)) {
      for (Path descriptor : open) {
        if (Files.readSymbolicLink(descriptor).toString().equals(socket)) {
          return true;
        }
      }
    } catch (IOException notAllowed) {
      return false;
    }
    return false;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException notLinux) {
      return List.of();
    }
  }
}
