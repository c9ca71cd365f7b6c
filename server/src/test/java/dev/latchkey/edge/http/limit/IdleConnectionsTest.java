package dev.latchkey.edge.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.wire.RawConnection;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much memory an idle connection needs, measured in the program as users start it. */
@MeasuresTime
class IdleConnectionsTest {
  private static final int COUNT = 1_500;

  private final Program program = Program.serve(Latchkey.temporaryDirectory());
  private final List<RawConnection> connections = new ArrayList<>();

  @AfterEach
  void stop() {
    connections.forEach(RawConnection::close);
    program.close();
  }

  @Test
  void an_idle_connection_takes_less_than_4_kib_of_the_heap() {
    int port = URI.create(program.url()).getPort();
    serveOn(100, port);
    long before = program.liveBytes();

    serveOn(COUNT, port);

    long after = program.liveBytes();
    assertThat((after - before) / COUNT).isLessThan(4_096);
    assertThat(connections)
        .allSatisfy(one -> assertThat(one.send(request(port)).answer().status()).isEqualTo(200));
  }

  private void serveOn(int count, int port) {
    for (int i = 0; i < count; i++) {
      RawConnection one = RawConnection.to(port);
      connections.add(one);
      assertThat(one.send(request(port)).answer().status()).isEqualTo(200);
    }
  }

  private static String request(int port) {
    return "GET /.well-known/oauth-authorization-server HTTP/1.1\r\nHost: localhost:"
        + port
        + "\r\n\r\n";
  }
}
