package dev.latchkey.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.storage.sqlite.ClockJump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a server replaces the keys that sign assertions. */
class ServerKeysTest {
  @Test
  void a_clock_that_has_jumped_replaces_no_key() throws IOException {
    try (Latchkey latchkey = Latchkey.start(Store.SQLITE)) {
      ServerKeys keys = ServerKeys.of(latchkey.installation());
      Path jumped = ClockJump.file(latchkey.settings().store().sqliteFile());
      latchkey.clock.pass(Duration.ofDays(300));
      Files.writeString(jumped, latchkey.clock.instant().toString());

      keys.rotate();
      assertThat(keys.stored().all()).hasSize(1);

      Files.delete(jumped);
      keys.rotate();
      assertThat(keys.stored().all()).hasSize(2);
    }
  }
}
