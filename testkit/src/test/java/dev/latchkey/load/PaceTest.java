package dev.latchkey.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PaceTest {
  @Test
  void at_a_constant_rate_a_request_is_due_at_its_time_however_late_it_is() {
    var pace = new Pace.ConstantRate(1_000);

    assertThat(pace.due(0, 0)).isZero();
    assertThat(pace.due(1, 0)).isEqualTo(1_000_000);
    assertThat(pace.due(7, 5_000_000_000L)).isEqualTo(7_000_000);
  }

  @Test
  void in_a_closed_loop_a_request_is_due_as_soon_as_there_is_an_answer() {
    assertThat(new Pace.ClosedLoop().due(7, 123)).isEqualTo(123);
  }

  @Test
  void a_rate_must_be_above_zero() {
    assertThatThrownBy(() -> new Pace.ConstantRate(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Pace.ConstantRate(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
