package dev.latchkey.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.bench.host.FixedServer;
import dev.latchkey.http.netty.Server;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The driver against a real server; how fast it is, is no matter here. */
class DriveTest {
    private static final Drive.Until LONG = Drive.Until.passed(Duration.ofSeconds(20));

    private static Server server;
    private static Address address;

    @BeforeAll
    static void start() {
        server = FixedServer.start();
        address = Address.of("http://localhost:" + server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void all_that_there_is_to_ask_is_asked_once_and_answered() {
        var caller = new Counted(500, FixedServer.PATH);

        Observed seen = Drive.run(shared(caller), new Pace.AsAnswered(), LONG);

        assertThat(seen.latencies().getTotalCount()).isEqualTo(500);
        assertThat(seen.errors()).isZero();
        assertThat(caller.bodies).isEqualTo(500L * FixedServer.BODY.length);
    }

    @Test
    void at_a_constant_rate_as_many_are_asked_as_were_due() {
        var caller = new Counted(Long.MAX_VALUE, FixedServer.PATH);

        Observed seen =
                Drive.run(
                        shared(caller),
                        new Pace.Constant(400),
                        Drive.Until.passed(Duration.ofMillis(500)));

        assertThat(seen.latencies().getTotalCount()).isEqualTo(200);
        assertThat(seen.errors()).isZero();
    }

    @Test
    void no_more_are_asked_than_were_allowed() {
        var caller = new Counted(Long.MAX_VALUE, FixedServer.PATH);

        Observed seen =
                Drive.run(
                        shared(caller),
                        new Pace.AsAnswered(),
                        new Drive.Until(Duration.ofSeconds(20), 30));

        assertThat(seen.latencies().getTotalCount()).isEqualTo(30);
    }

    @Test
    void wrong_answers_are_errors_and_not_in_the_latencies() {
        var caller = new Counted(50, "/elsewhere");

        Observed seen = Drive.run(shared(caller), new Pace.AsAnswered(), LONG);

        assertThat(seen.errors()).isEqualTo(50);
        assertThat(seen.firstError()).hasValueSatisfying(why -> assertThat(why).contains("404"));
        assertThat(seen.latencies().getTotalCount()).isZero();
    }

    @Test
    void a_connection_that_the_server_closes_is_opened_again() {
        var caller = new Counted(50, FixedServer.PATH, "Connection: close");

        Observed seen = Drive.run(shared(caller), new Pace.AsAnswered(), LONG);

        assertThat(seen.latencies().getTotalCount()).isEqualTo(50);
        assertThat(seen.errors()).isZero();
    }

    private static List<Caller> shared(Caller caller) {
        return Collections.nCopies(4, caller);
    }

    private static final class Counted implements Caller {
        private final byte[] request;
        private long left;
        private long bodies;

        Counted(long count, String path, String... headers) {
            this.left = count;
            this.request = address.get(path, headers);
        }

        @Override
        public Address address() {
            return address;
        }

        @Override
        public Optional<byte[]> next() {
            return left-- > 0 ? Optional.of(request) : Optional.empty();
        }

        @Override
        public boolean isRight(Answer answer) {
            bodies += answer.body().length;
            return answer.status() == 200;
        }
    }
}
