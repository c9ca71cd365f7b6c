package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** When a run may be compared with a baseline, and when not. */
class BaselineTest {
  @Test
  void the_rate_and_the_p99_are_between_those_before_and_after() {
    var baseline = new Baseline("netty", full(100_000, 900), full(104_000, 1_100), true);

    assertThat(baseline.perSecond()).isEqualTo(102_000);
    assertThat(baseline.p99Micros()).isEqualTo(1_000);
    assertThat(baseline.objection()).isEmpty();
  }

  @Test
  void a_spread_of_more_than_a_tenth_forbids_a_ratio() {
    var baseline = new Baseline("netty", full(100_000, 900), full(112_000, 900), true);

    assertThat(baseline.objection()).hasValue("netty differed by 12 %");
  }

  @Test
  void a_yardstick_that_was_cold_before_or_after_the_run_forbids_a_ratio() {
    assertThat(new Baseline("netty", full(60_000, 1), full(150_000, 1), true).objection())
        .isPresent();
    assertThat(new Baseline("netty", full(150_000, 1), full(60_000, 1), true).objection())
        .isPresent();
  }

  @Test
  void a_yardstick_that_did_not_fill_its_processor_forbids_a_ratio() {
    var partlyIdle = new Baseline("netty", measured(100_000, 0.7, 0), full(100_000, 1), true);

    assertThat(partlyIdle.objection())
        .hasValueSatisfying(why -> assertThat(why).contains("only 0.70"));
  }

  @Test
  void without_a_processor_of_its_own_a_yardstick_need_not_fill_one() {
    var shared = new Baseline("netty", measured(100_000, 0.7, 0), measured(100_000, 0.7, 0), false);

    assertThat(shared.objection()).isEmpty();
  }

  @Test
  void a_wrong_answer_forbids_a_ratio() {
    var wrong = new Baseline("netty", measured(100_000, 1, 3), full(100_000, 1), true);

    assertThat(wrong.objection()).hasValue("netty gave a wrong answer");
  }

  private static Measurement full(double perSecond, double p99) {
    return new Measurement(
        perSecond,
        10,
        p99,
        2 * p99,
        OptionalDouble.of(0.98),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        0);
  }

  private static Measurement measured(double perSecond, double cores, long errors) {
    return new Measurement(
        perSecond,
        10,
        20,
        30,
        OptionalDouble.of(cores),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        errors);
  }
}
