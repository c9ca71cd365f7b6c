package dev.latchkey.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.FixedServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IdleConnectionsTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final int MORE_THAN_CONCURRENT = 150;

  @Test
  void all_are_answered_and_stay_open_and_are_answered_again() {
    try (FixedServer server = FixedServer.start(FixedAnswer.ofNetty(615));
        IdleConnections connections = IdleConnections.of(target(server), MORE_THAN_CONCURRENT)) {
      assertThat(connections.requestAll(LONG)).isEqualTo(MORE_THAN_CONCURRENT);
      assertThat(connections.open()).isEqualTo(MORE_THAN_CONCURRENT);
      assertThat(connections.requestAll(LONG)).isEqualTo(MORE_THAN_CONCURRENT);
    }
  }

  @Test
  void those_that_the_server_closes_are_not_opened_again() {
    FixedServer server = FixedServer.start(FixedAnswer.ofNetty(615));
    try (IdleConnections connections = IdleConnections.of(target(server), 10)) {
      assertThat(connections.requestAll(LONG)).isEqualTo(10);

      server.close();

      assertThat(connections.requestAll(LONG)).isZero();
      assertThat(connections.open()).isZero();
    }
  }

  private static IdleConnections.Target target(FixedServer server) {
    Address address = Address.of("http://127.0.0.1:" + server.port());
    return new IdleConnections.Target(
        address, address.get(FixedServer.PATH), Loopback.addresses(2, 3));
  }
}
