package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.cli.Command;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A server that was killed with {@code kill -9} says that calls may be missing. */
class KilledCallsTest {
  private final Settings settings = Latchkey.settings(Store.SQLITE);

  @Test
  void a_kill_is_said_after_the_next_start_and_an_orderly_stop_is_not() {
    Path data = settings.store().data();
    try (Latchkey stopped = Latchkey.start(settings)) {
      assertThat(stopped.person()).isNotNull();
    }
    try (Program server = Program.serve(data)) {
      assertThat(server.url()).isNotEmpty();
      assertThat(gaps()).isZero();
      server.kill();
    }
    try (Program server = Program.serve(data)) {
      assertThat(server.url()).isNotEmpty();
      assertThat(gaps()).isEqualTo(1);
    }
  }

  private int gaps() {
    return Command.on(settings, "calls", "gaps", "--json").document().path("total").intValue(-1);
  }
}
