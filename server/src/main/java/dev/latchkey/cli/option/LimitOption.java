package dev.latchkey.cli.option;

import dev.latchkey.app.config.ConfigFault;
import picocli.CommandLine.Option;

/** How many rows of a list are printed. */
public final class LimitOption {
  private static final int MOST = 10_000;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many (default: ${DEFAULT-VALUE}).",
      defaultValue = "100")
  private int limit;

  public int checked() {
    if (limit < 1 || limit > MOST) {
      throw new ConfigFault("--limit must be between 1 and " + MOST);
    }
    return limit;
  }
}
