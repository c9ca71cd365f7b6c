package dev.latchkey.edge.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limit of the operating system on the files that this process may have open. Each connection
 * is an open file. When no file is left, no connection can be accepted, so the limit on connections
 * must be lower.
 */
public final class OpenFiles {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Pattern LIMIT = Pattern.compile("Max open files +([0-9]+) ");

  /**
   * Files reserved for other uses: connections to services behind the gateway, the store, the
   * libraries and the log.
   */
  private static final int RESERVED = 512;

  private static final int MIN_CONNECTIONS = 16;

  private OpenFiles() {}

  /** The limit; empty if the operating system does not tell it. */
  public static OptionalLong available() {
    try {
      Matcher limit = LIMIT.matcher(Files.readString(LIMITS));
      return limit.find() ? OptionalLong.of(Long.parseLong(limit.group(1))) : OptionalLong.empty();
    } catch (IOException notLinux) {
      return OptionalLong.empty();
    }
  }

  /**
   * Returns the configured limits. If they allow more connections than there are files, the number
   * of connections is lowered.
   */
  public static ConnectionLimits fit(ConnectionLimits configured, OptionalLong available) {
    if (available.isEmpty() || configured.total() + RESERVED <= available.getAsLong()) {
      return configured;
    }
    int total = (int) Math.max(available.getAsLong() - RESERVED, MIN_CONNECTIONS);
    LOG.log(
        System.Logger.Level.WARNING,
        "This process may have only {0} files open, so it accepts {1} connections instead of {2}:"
            + " raise the limit (LimitNOFILE) or lower connections.total.",
        String.valueOf(available.getAsLong()),
        String.valueOf(total),
        String.valueOf(configured.total()));
    return configured.withTotal(total);
  }
}
