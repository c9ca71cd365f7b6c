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
    void what_is_measured_has_a_processor_to_itself() {
        var cores = new Cores(List.of(2, 5), true);

        assertThat(cores.measured(COMMAND))
                .containsExactly("taskset", "-c", "2", "program", "option");
        assertThat(cores.beside(COMMAND))
                .containsExactly("taskset", "-c", "5", "program", "option");
    }

    @Test
    void where_nothing_can_be_pinned_a_command_stays_what_it_is() {
        var cores = new Cores(List.of(0), false);

        assertThat(cores.measured(COMMAND)).isEqualTo(COMMAND);
        assertThat(cores.describe()).contains("share the processors");
    }
}
