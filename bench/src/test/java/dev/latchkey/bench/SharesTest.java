package dev.latchkey.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.load.LoadResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SharesTest {
  @Test
  void shares_show_the_fewest_the_median_and_the_most_answers_of_a_connection() {
    Shares shares = shares(answered(70, 3), answered(10, 9), answered(50, 1));

    assertThat(shares.fewest()).isEqualTo(10);
    assertThat(shares.median()).isEqualTo(50);
    assertThat(shares.most()).isEqualTo(70);
  }

  @Test
  void shares_show_when_the_last_connection_got_its_first_answer() {
    Shares shares = shares(answered(70, 3), answered(10, 9), answered(50, 1));

    assertThat(shares.lastFirstAnswerMillis()).isEqualTo(9);
    assertThat(shares.medianFirstAnswerMillis()).isEqualTo(3);
    assertThat(shares.withoutAnswer()).isZero();
  }

  @Test
  void a_connection_without_an_answer_is_counted_and_has_no_first_one() {
    Shares shares = shares(answered(70, 3), new LoadResult.Share(0, OptionalLong.empty()));

    assertThat(shares.withoutAnswer()).isEqualTo(1);
    assertThat(shares.lastFirstAnswerMillis()).isEqualTo(3);
    assertThat(shares.sentence()).endsWith("1 without an answer.");
  }

  private static LoadResult.Share answered(long count, long firstMillis) {
    return new LoadResult.Share(count, OptionalLong.of(firstMillis * 1_000_000));
  }

  private static Shares shares(LoadResult.Share... shares) {
    return Shares.of(new LoadResult(new Histogram(3), 1, 0, 0, Optional.empty(), List.of(shares)));
  }
}
