package dev.latchkey.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerProcessTest {
  @Test
  void the_live_heap_is_the_total_of_a_histogram() {
    String histogram =
        """
         num     #instances         #bytes  class name (module)
        -------------------------------------------------------
           1:         49054        3432168  [B (java.base@25.0.3)
           2:         48217        1157208  java.lang.String (java.base@25.0.3)
        Total        271530       12345678
        """;

    assertThat(ServerProcess.liveBytes(histogram)).hasValue(12_345_678);
    assertThat(ServerProcess.liveBytes("nothing of the kind")).isEmpty();
  }
}
