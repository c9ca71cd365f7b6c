package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Base62Test {
  @Test
  void every_digit_is_as_likely_as_every_other() {
    var random = new Random(62);

    Map<Integer, Long> counts =
        IntStream.range(0, 62_000)
            .mapToObj(i -> Base62.draw(43, random))
            .flatMap(text -> text.chars().boxed())
            .collect(Collectors.groupingBy(digit -> digit, Collectors.counting()));

    assertThat(counts).hasSize(62);
    assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(42_000L, 44_000L));
  }

  @Test
  void a_drawn_text_is_base_62() {
    String text = Base62.draw(43, new Random(1));

    assertThat(text).hasSize(43);
    assertThat(Base62.isBase62(text, 0)).isTrue();
    assertThat(Base62.isBase62("0aZ-", 0)).isFalse();
    assertThat(Base62.isBase62("é", 0)).isFalse();
  }

  @Test
  void any_number_of_digits_is_drawn() {
    for (int chars = 0; chars < 60; chars++) {
      assertThat(Base62.draw(chars, new Random(chars))).hasSize(chars);
    }
  }
}
