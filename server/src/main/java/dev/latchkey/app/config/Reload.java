package dev.latchkey.app.config;

import dev.latchkey.model.Limit;
import java.util.List;
import java.util.Set;

/**
 * What a running server takes from a new version of its configuration.
 *
 * @param settings the settings to run with from now on
 * @param applied the keys whose new values are among them
 * @param waiting the keys whose new values need a restart
 */
public record Reload(Settings settings, List<String> applied, List<String> waiting) {
  /**
   * The keys for which something is opened, or made of a fixed size, when the server starts. All
   * other keys can change while it runs.
   */
  static final Set<String> AT_START =
      Set.of(
          "base_url",
          "listen",
          "port",
          "tls",
          "unix_socket",
          "metrics_listen",
          "metrics_port",
          "data",
          "database",
          "database_wait_seconds",
          "key_file",
          "library_directory",
          "limits." + Limit.MEMORY_MEGABYTES.key());

  /**
   * {@code running} are the settings in use. {@code started} is the configuration at the start,
   * {@code applied} the one that was applied last.
   */
  public static Reload of(
      Settings running, Configuration started, Configuration applied, Configuration latest) {
    return new Reload(
        merged(running, latest.settings()),
        latest.keysChangedSince(applied).stream().filter(Reload::isLive).toList(),
        latest.keysChangedSince(started).stream().filter(key -> !isLive(key)).toList());
  }

  private static Settings merged(Settings running, Settings fresh) {
    return new Settings(
        running.listening(),
        fresh.peers(),
        running.store(),
        running.limits().withLiveOf(fresh.limits()),
        fresh.rules(),
        fresh.connections(),
        fresh.platform(),
        fresh.outside(),
        fresh.brand(),
        fresh.recording());
  }

  private static boolean isLive(String key) {
    return !AT_START.contains(key) && !AT_START.contains(key.split("[.\\[]", 2)[0]);
  }
}
