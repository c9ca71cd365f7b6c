package dev.latchkey.storage.postgres;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The servers of the address to which the last attempt to connect failed, and why. Each change is
 * one line of the log, however many attempts there are.
 *
 * <p>Nothing is recorded before the first connection: a program that cannot start says why itself,
 * and a command is not interested in the state of a standby.
 */
final class UnusableServers {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  /** The number of servers that the address names. */
  private final long all;

  private final Map<String, Unusable> reasons = new LinkedHashMap<>();
  private boolean hasConnected;

  UnusableServers(long all) {
    this.all = all;
  }

  /** {@code server}: host and port. */
  synchronized void failed(String server, Unusable reason) {
    if (hasConnected && !reason.equals(reasons.put(server, reason))) {
      LOG.log(System.Logger.Level.WARNING, "{0}", line(server, reason));
    }
  }

  synchronized void connected(String server) {
    hasConnected = true;
    if (reasons.remove(server) != null) {
      LOG.log(System.Logger.Level.INFO, "PostgreSQL at {0} is used again", server);
    }
  }

  /** Why no server of the address can be used; empty if one could be the last time. */
  synchronized Optional<String> reason() {
    return areAllUnusable() ? Optional.of(text(reasons)) : Optional.empty();
  }

  /** Whether no server can be used, and one only because it was replaced by a newer primary. */
  synchronized boolean isTimelineOlder() {
    return areAllUnusable() && reasons.values().stream().anyMatch(Unusable::isTimelineOlder);
  }

  private boolean areAllUnusable() {
    return reasons.size() == all;
  }

  static String text(Map<String, Unusable> reasons) {
    return reasons.entrySet().stream()
        .map(each -> line(each.getKey(), each.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static String line(String server, Unusable reason) {
    return "PostgreSQL at %s cannot be used: %s".formatted(server, reason.text());
  }
}
