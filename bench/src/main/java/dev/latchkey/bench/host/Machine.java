package dev.latchkey.bench.host;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine on which is measured. Figures of a benchmark mean nothing without it. */
public final class Machine {
  private static final int MEGABYTE = 1 << 20;

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

  /** Its memory. */
  static long megabytes() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getTotalMemorySize() / MEGABYTE;
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
