package dev.latchkey.bench.host;

import dev.latchkey.host.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Assigns processors: one to the server that is measured, and another to the load and to the
 * services behind the server. This needs two processors and the program {@code taskset}; otherwise
 * all share the processors.
 */
public record Cores(List<Integer> all, boolean canPin) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  public static Cores ofThisMachine() {
    List<Integer> all = allowed();
    return new Cores(all, all.size() >= 2 && Installed.find("taskset").isPresent());
  }

  /** The command, restricted to the processor of the server that is measured. */
  public List<String> forServer(List<String> command) {
    return on(0, command);
  }

  /** The command, restricted to the processor of the load. */
  public List<String> forLoad(List<String> command) {
    return on(1, command);
  }

  /** Restricts this process to the processor of the load, until {@link #unpin}. */
  public void pinToLoad() {
    if (canPin) {
      restrictThisProcessTo(String.valueOf(all.get(1)));
    }
  }

  /** Lets this process use all processors that it was given. */
  public void unpin() {
    if (canPin) {
      restrictThisProcessTo(String.join(",", all.stream().map(String::valueOf).toList()));
    }
  }

  public String describe() {
    return canPin
        ? "server on processor %d, load on processor %d".formatted(all.get(0), all.get(1))
        : "server and load share the processors";
  }

  static List<Integer> parse(String list) {
    return Stream.of(list.strip().split(","))
        .map(range -> range.split("-"))
        .flatMap(ends ->
            IntStream.rangeClosed(
                    Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                .boxed())
        .toList();
  }

  private List<String> on(int which, List<String> command) {
    if (!canPin) {
      return command;
    }
    var pinned = new ArrayList<>(List.of("taskset", "-c", String.valueOf(all.get(which))));
    pinned.addAll(command);
    return pinned;
  }

  /**
   * Restricts every thread of this process. New threads inherit the processors of the thread that
   * starts them.
   */
  private static void restrictThisProcessTo(String list) {
    String pid = String.valueOf(ProcessHandle.current().pid());
    Installed.run(List.of("taskset", "-a", "-p", "-c", list, pid));
  }

  private static List<Integer> allowed() {
    try {
      Optional<String> line =
          Files.readAllLines(STATUS).stream().filter(each -> each.startsWith(ALLOWED)).findFirst();
      return line.map(text -> parse(text.substring(ALLOWED.length()))).orElse(List.of());
    } catch (IOException notLinux) {
      return List.of();
    }
  }
}
