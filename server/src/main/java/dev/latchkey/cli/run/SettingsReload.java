package dev.latchkey.cli.run;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.Configuration;
import dev.latchkey.app.config.Reload;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Supplier;

/** Applies a new version of the configuration while the service runs: all of it, or nothing. */
final class SettingsReload {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  private final RunningServer server;
  private final Supplier<Configuration> source;
  private final Configuration started;
  private Configuration applied;

  SettingsReload(RunningServer server, Supplier<Configuration> source, Configuration started) {
    this.server = server;
    this.source = source;
    this.started = started;
    this.applied = started;
  }

  /**
   * Reads the configuration and applies it. Only one call runs at a time. Otherwise an older
   * version of the file could be applied after a newer one.
   */
  synchronized void reload() {
    try {
      Configuration latest = source.get();
      Reload reload = Reload.of(server.installation().settings(), started, applied, latest);
      server.installation().live().replace(reload.settings());
      applied = latest;
      LOG.log(Level.INFO, "the configuration is active, changed: " + names(reload.applied()));
      latest.warnings().forEach(each -> LOG.log(Level.WARNING, each.toString()));
      if (!reload.waiting().isEmpty()) {
        LOG.log(Level.WARNING, "these changes need a restart: " + names(reload.waiting()));
      }
    } catch (ConfigFault fault) {
      LOG.log(Level.ERROR, "the configuration is unchanged: " + fault.getMessage());
    }
  }

  private static String names(List<String> keys) {
    return keys.isEmpty() ? "nothing" : String.join(", ", keys);
  }
}
