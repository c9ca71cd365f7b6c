package dev.latchkey.app.config;

import dev.latchkey.console.page.Brand;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * All settings of an operator in one value. Each part has checked itself, so they are complete and
 * valid before anything starts.
 */
public record Settings(
    Listening listening,
    TrustedSources peers,
    StoreSettings store,
    Limits limits,
    Rules rules,
    Connections connections,
    Platform platform,
    ExternalServices outside,
    Brand brand,
    Recording recording) {

  /**
   * A copy with other values, each of which replaces the only one of its type, however deep that
   * is: {@code settings.with(rules, new ConnectionLimits(…))}.
   */
  public Settings with(Object... values) {
    Settings changed = this;
    for (Object value : values) {
      changed = RecordType.of(Settings.class).withOnly(value, changed);
    }
    return changed;
  }

  public Settings in(Path data) {
    return with(store.in(data));
  }

  /** On PostgreSQL, or on SQLite if it is empty. */
  public Settings on(Optional<String> database) {
    return with(store.on(database));
  }

  public Settings onPort(int port) {
    return with(listening.onPort(port));
  }

  public Settings publishedAs(String url) {
    return with(listening.publishedAs(url));
  }

  /** How long the process still serves after it was asked to stop. */
  public Duration drain() {
    return connections.drain(store.database().isPresent());
  }
}
