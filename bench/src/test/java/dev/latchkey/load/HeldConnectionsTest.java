package dev.latchkey.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.FixedServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeldConnectionsTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int MORE_THAN_ASK_AT_A_TIME = 150;

    @Test
    void all_are_answered_and_stay_open_and_are_answered_again() {
        try (FixedServer server = FixedServer.start(FixedAnswer.ofNetty(615));
                HeldConnections held =
                        HeldConnections.of(target(server), MORE_THAN_ASK_AT_A_TIME)) {
            assertThat(held.askAll(LONG)).isEqualTo(MORE_THAN_ASK_AT_A_TIME);
            assertThat(held.open()).isEqualTo(MORE_THAN_ASK_AT_A_TIME);
            assertThat(held.askAll(LONG)).isEqualTo(MORE_THAN_ASK_AT_A_TIME);
        }
    }

    @Test
    void those_that_the_server_closes_are_not_opened_again() {
        FixedServer server = FixedServer.start(FixedAnswer.ofNetty(615));
        try (HeldConnections held = HeldConnections.of(target(server), 10)) {
            assertThat(held.askAll(LONG)).isEqualTo(10);

            server.close();

            assertThat(held.askAll(LONG)).isZero();
            assertThat(held.open()).isZero();
        }
    }

    private static HeldConnections.Target target(FixedServer server) {
        Address address = Address.of("http://127.0.0.1:" + server.port());
        return new HeldConnections.Target(
                address, address.get(FixedServer.PATH), Loopback.addresses(2, 3));
    }
}
