package dev.latchkey.edge.http.netty;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.RequestChecks;
import dev.latchkey.edge.http.ResponseListener;
import dev.latchkey.edge.http.Routes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerTest {
  /** A signal to stop closes the server, and then the command that started it closes it again. */
  @Test
  void closing_it_again_does_nothing() {
    InstantSource clock = InstantSource.fixed(Instant.EPOCH);
    var routes =
        new Routes(
            List.of(),
            RequestChecks.none(clock),
            clock,
            (refusal, language, address) -> refusal.json(),
            ResponseListener.NONE);
    Server server = Server.start(ListenAt.plain("127.0.0.1", 0), Server.Service.of(routes));
    server.close();

    assertThatCode(server::close).doesNotThrowAnyException();
  }
}
