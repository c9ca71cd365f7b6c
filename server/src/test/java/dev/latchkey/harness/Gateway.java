package dev.latchkey.harness;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.store.Store;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Latchkey with a service behind its gateway, and an organization token for calls to this service.
 */
public record Gateway(Latchkey latchkey, Upstream service, String token) implements AutoCloseable {
  public static Gateway before(Upstream.Script service) {
    return before(service, settings -> settings);
  }

  public static Gateway before(Upstream.Script script, UnaryOperator<Settings> more) {
    Upstream service = Upstream.that(script);
    Latchkey latchkey =
        Latchkey.start(
            Store.SQLITE, settings -> more.apply(Issues.behind(settings, service.address())));
    String token = latchkey.machine(latchkey.person(), Optional.empty()).token();
    return new Gateway(latchkey, service, token);
  }

  @Override
  public void close() {
    latchkey.close();
    service.close();
  }
}
