package dev.latchkey.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoresTest {
  private static final List<String> COMMAND = List.of("program", "option");

  @Test
  void processors_are_read_as_the_kernel_lists_them() {
    assertThat(Cores.parse("\t0-1,4,6-7\n")).containsExactly(0, 1, 4, 6, 7);
    assertThat(Cores.parse("3")).containsExactly(3);
  }

  @Test
  void the_server_has_a_processor_to_itself() {
    var cores = new Cores(List.of(2, 5), true);

    assertThat(cores.forServer(COMMAND)).containsExactly("taskset", "-c", "2", "program", "option");
    assertThat(cores.forLoad(COMMAND)).containsExactly("taskset", "-c", "5", "program", "option");
  }

  @Test
  void without_pinning_a_command_is_not_changed() {
    var cores = new Cores(List.of(0), false);

    assertThat(cores.forServer(COMMAND)).isEqualTo(COMMAND);
    assertThat(cores.describe()).contains("share the processors");
  }
}
