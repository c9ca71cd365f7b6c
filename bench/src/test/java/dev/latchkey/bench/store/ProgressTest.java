package dev.latchkey.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void a_line_has_the_amount_the_rate_and_the_time_left() {
    var out = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

    assertThat(new Progress("codes", 10_000_000, out).line(2_500_000, 20))
        .isEqualTo(
            "  [#######.......................] 2,500,000 of 10,000,000 codes, 125,000/s, 60 s left");
  }
}
