package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is built from the settings of a running server, and built again when they change. */
class LiveSettingsTest {
  private final Settings first = ConfigFile.defaults();
  private final Settings second = first.onPort(first.listening().at().port() + 1);
  private final LiveSettings live = new LiveSettings(first);

  @Test
  void what_was_derived_follows_a_change() {
    Supplier<Integer> port = live.derive(LiveSettingsTest::port, each -> each);

    live.replace(second);

    assertThat(port.get()).isEqualTo(port(second));
  }

  @Test
  void nothing_can_be_derived_during_a_change_and_then_nothing_changes() {
    Supplier<Integer> before = live.derive(LiveSettingsTest::port, each -> each);
    boolean[] isStarted = new boolean[1];
    live.derive(
        LiveSettingsTest::port,
        each -> isStarted[0] ? live.derive(LiveSettingsTest::port, other -> other).get() : each);
    isStarted[0] = true;

    assertThatThrownBy(() -> live.replace(second))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("derive it when the server starts");

    assertThat(before.get()).isEqualTo(port(first));
    assertThat(live.get()).isSameAs(first);
    assertThat(live.derive(LiveSettingsTest::port, each -> each).get()).isEqualTo(port(first));
  }

  private static int port(Settings settings) {
    return settings.listening().at().port();
  }
}
