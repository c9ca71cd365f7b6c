package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {
  private final WarmUp warmUp = new WarmUp();

  @Test
  void one_window_is_never_enough() {
    add(50_000);

    assertThat(warmUp.isOver()).isFalse();
  }

  @Test
  void two_consecutive_windows_within_five_percent_end_the_warm_up() {
    add(20_000, 50_000, 70_000);
    assertThat(warmUp.isOver()).isFalse();

    add(73_000);
    assertThat(warmUp.isSteady()).isTrue();
    assertThat(warmUp.isOver()).isTrue();
  }

  @Test
  void a_rate_that_falls_is_no_more_steady_than_one_that_rises() {
    add(70_000, 60_000);

    assertThat(warmUp.isSteady()).isFalse();
  }

  @Test
  void windows_that_agree_but_do_not_follow_each_other_do_not_count() {
    add(50_000, 70_000, 50_000);

    assertThat(warmUp.isSteady()).isFalse();
  }

  @Test
  void the_warm_up_ends_unsteady_after_the_most_windows() {
    for (int i = 0; i < WarmUp.MAX_WINDOWS; i++) {
      add(10_000 << i);
    }

    assertThat(warmUp.isOver()).isTrue();
    assertThat(warmUp.isSteady()).isFalse();
  }

  @Test
  void a_server_that_answers_nothing_is_not_steady() {
    add(0, 0);

    assertThat(warmUp.isSteady()).isFalse();
  }

  private void add(double... rates) {
    for (double rate : rates) {
      warmUp.add(rate);
    }
  }
}
