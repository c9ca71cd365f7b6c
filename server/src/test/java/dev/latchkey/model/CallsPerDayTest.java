package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallsPerDayTest {
  private static final LocalDate LAST = LocalDate.parse("2026-11-30");

  @Test
  void thirty_days_are_shown_the_oldest_first_and_a_day_without_calls_is_zero() {
    var calls =
        CallsPerDay.until(
            LAST,
            Map.of(
                LAST, 7L, LocalDate.parse("2026-11-01"), 5L, LocalDate.parse("2026-10-31"), 100L));

    assertThat(calls.first()).isEqualTo("2026-11-01");
    assertThat(calls.calls()).hasSize(30).startsWith(5L, 0L).endsWith(0L, 7L);
    assertThat(calls.total()).isEqualTo(12);
  }
}
