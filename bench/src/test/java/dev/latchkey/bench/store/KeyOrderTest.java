package dev.latchkey.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KeyOrderTest {
  @Test
  void every_number_comes_once_and_in_the_order_of_its_key() {
    long[] keys = new SplittableRandom(1).longs(5_000).toArray();
    var numbers = new ArrayList<Long>();

    new KeyOrder(keys.length, i -> keys[(int) i])
        .forEachRemaining(part -> LongStream.of(part).forEach(numbers::add));

    assertThat(numbers).hasSize(keys.length).doesNotHaveDuplicates();
    assertThat(numbers)
        .isSortedAccordingTo(
            (one, other) -> Long.compareUnsigned(keys[one.intValue()], keys[other.intValue()]));
  }

  @Test
  void parts_become_smaller_and_none_is_empty() {
    var parts = new SkewedParts(50, 1_000);
    long all = 0;

    for (int i = 0; i < 50; i++) {
      assertThat(parts.size(i)).isPositive();
      assertThat(parts.of(parts.start(i))).isEqualTo(i);
      assertThat(parts.of(parts.start(i) + parts.size(i) - 1)).isEqualTo(i);
      all += parts.size(i);
    }

    assertThat(all).isEqualTo(1_000);
    assertThat(parts.size(0)).isGreaterThan(20 * parts.size(49));
  }
}
