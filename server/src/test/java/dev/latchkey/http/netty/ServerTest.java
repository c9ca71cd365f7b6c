package dev.latchkey.http.netty;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.latchkey.http.AddressGate;
import dev.latchkey.http.CatchUp;
import dev.latchkey.http.Hosts;
import dev.latchkey.http.ListedPeers;
import dev.latchkey.http.ListenAt;
import dev.latchkey.http.Proxies;
import dev.latchkey.http.Routes;
import dev.latchkey.model.ClientTimeouts;
import dev.latchkey.model.ConnectionLimits;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServerTest {
    /** A signal to stop closes the server, and then the command that started it closes it again. */
    @Test
    void closing_it_again_does_nothing() {
        InstantSource clock = InstantSource.fixed(Instant.EPOCH);
        var routes =
                new Routes(
                        List.of(),
                        new Hosts(Optional.empty(), false),
                        new Proxies(new ListedPeers(Set.of())),
                        new AddressGate(Optional.empty(), clock),
                        clock,
                        (refusal, language) -> refusal.json(),
                        (path, status) -> {});
        Server server =
                Server.start(
                        ListenAt.plain("127.0.0.1", 0),
                        routes,
                        CatchUp.NOT_NEEDED,
                        ClientTimeouts.DEFAULT,
                        ConnectionLimits.DEFAULT);
        server.close();

        assertThatCode(server::close).doesNotThrowAnyException();
    }
}
