package dev.latchkey.model.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The exception that thousands of callers get under load. */
class TooBusyTest {
  @Test
  void a_refusal_under_load_spends_nothing_on_a_stack_trace() {
    assertThat(new TooBusy("too many are waiting").getStackTrace()).isEmpty();
  }
}
