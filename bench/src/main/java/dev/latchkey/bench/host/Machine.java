package dev.latchkey.bench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Describes the machine in one line. Figures of a benchmark mean nothing without it. */
public final class Machine {
  private Machine() {}

  public static String describe(Cores cores) {
    return cores.all().size()
        + " processors ("
        + model()
        + "), "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch")
        + ", Java "
        + Runtime.version()
        + "; "
        + cores.describe();
  }

  private static String model() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException notLinux) {
      return "unknown";
    }
  }
}
