package dev.latchkey.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrkTest {
  private static final String GOOD =
      """
      Running 2s test @ http://127.0.0.1:8080/
        1 threads and 64 connections
        Thread Stats   Avg      Stdev     Max   +/- Stdev
          Latency     1.02ms  200.00us   9.00ms   90.00%
        120000 requests in 2.00s, 70.00MB read
      Requests/sec:  60000.12
      Transfer/sec:     35.00MB
      """;

  @Test
  void the_rate_is_read() {
    assertThat(Wrk.rate(GOOD)).hasValue(60_000.12);
  }

  @Test
  void a_run_with_refusals_has_no_rate() {
    assertThat(Wrk.rate(GOOD + "  Non-2xx or 3xx responses: 17\n")).isEmpty();
  }

  @Test
  void a_run_with_broken_connections_has_no_rate() {
    assertThat(Wrk.rate(GOOD + "  Socket errors: connect 0, read 3, write 0, timeout 0\n"))
        .isEmpty();
  }
}
