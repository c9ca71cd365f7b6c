package dev.latchkey.cli;

import dev.latchkey.app.config.ConfigFault;
import picocli.CommandLine.Option;

/** How many rows of a list are printed. */
final class LimitOption {
  private static final int MOST = 10_000;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many (default: ${DEFAULT-VALUE}).",
      defaultValue = "100")
  private int limit;

  int checked() {
    if (limit < 1 || limit > MOST) {
      throw new ConfigFault("--limit must be between 1 and " + MOST);
    }
    return limit;
  }
}
