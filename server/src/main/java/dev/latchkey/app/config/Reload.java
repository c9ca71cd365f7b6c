package dev.latchkey.app.config;

import java.util.List;

/**
 * What a running server takes from a new version of its configuration.
 *
 * @param settings the settings to run with from now on
 * @param applied the keys whose new values are among them
 * @param waiting the keys whose new values need a restart
 */
public record Reload(Settings settings, List<String> applied, List<String> waiting) {
  /**
   * {@code running} are the settings in use. {@code started} is the configuration at the start,
   * {@code applied} the one that was applied last.
   */
  public static Reload of(
      Settings running, Configuration started, Configuration applied, Configuration latest) {
    return new Reload(
        merged(running, latest.settings()),
        keys(latest.changedSince(applied), true),
        keys(latest.changedSince(started), false));
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

  private static List<String> keys(List<Value> changed, boolean isLive) {
    return changed.stream().filter(value -> value.isLive() == isLive).map(Value::key).toList();
  }
}
