package dev.latchkey.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.FixedServer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The load driver against a real server. These tests do not measure speed. */
class LoadDriverTest {
  private static final LoadDriver.Until LONG = LoadDriver.Until.elapsed(Duration.ofSeconds(20));

  private static final FixedAnswer ANSWER = FixedAnswer.ofNetty(615);

  private static FixedServer server;
  private static Address address;

  @BeforeAll
  static void start() {
    server = FixedServer.start(ANSWER);
    address = Address.of("http://localhost:" + server.port());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void each_request_of_the_callers_is_sent_once_and_answered() {
    var caller = new Counted(500, FixedServer.PATH);

    LoadResult seen = LoadDriver.run(shared(caller), new Pace.ClosedLoop(), LONG);

    assertThat(seen.latencies().getTotalCount()).isEqualTo(500);
    assertThat(seen.errors()).isZero();
    assertThat(caller.bodies).isEqualTo(500L * ANSWER.body().length);
  }

  @Test
  void a_constant_rate_sends_as_many_requests_as_are_due() {
    var caller = new Counted(Long.MAX_VALUE, FixedServer.PATH);

    LoadResult seen =
        LoadDriver.run(
            shared(caller),
            new Pace.ConstantRate(400),
            LoadDriver.Until.elapsed(Duration.ofMillis(500)));

    assertThat(seen.latencies().getTotalCount()).isEqualTo(200);
    assertThat(seen.errors()).isZero();
  }

  @Test
  void no_more_requests_are_sent_than_the_limit() {
    var caller = new Counted(Long.MAX_VALUE, FixedServer.PATH);

    LoadResult seen =
        LoadDriver.run(
            shared(caller),
            new Pace.ClosedLoop(),
            new LoadDriver.Until(Duration.ofSeconds(20), 30));

    assertThat(seen.latencies().getTotalCount()).isEqualTo(30);
  }

  @Test
  void wrong_answers_are_errors_and_not_in_the_latencies() {
    var caller = new Counted(50, "/elsewhere");

    LoadResult seen = LoadDriver.run(shared(caller), new Pace.ClosedLoop(), LONG);

    assertThat(seen.errors()).isEqualTo(50);
    assertThat(seen.firstError()).hasValueSatisfying(why -> assertThat(why).contains("404"));
    assertThat(seen.latencies().getTotalCount()).isZero();
  }

  @Test
  void a_connection_that_the_server_closes_is_opened_again() {
    var caller = new Counted(50, FixedServer.PATH, "Connection: close");

    LoadResult seen = LoadDriver.run(shared(caller), new Pace.ClosedLoop(), LONG);

    assertThat(seen.latencies().getTotalCount()).isEqualTo(50);
    assertThat(seen.errors()).isZero();
  }

  @Test
  void each_request_can_have_a_connection_of_its_own() {
    var caller = new Counted(40, FixedServer.PATH);
    Load load =
        Load.of(shared(caller), new Pace.ClosedLoop())
            .withConnections(Load.Connections.ONE_PER_REQUEST);

    LoadResult seen = LoadDriver.run(load, LONG);

    assertThat(seen.latencies().getTotalCount()).isEqualTo(40);
    assertThat(seen.errors()).isZero();
  }

  @Test
  void a_load_that_opens_at_the_start_counts_the_answers_of_each_connection() {
    var caller = new Counted(100, FixedServer.PATH);
    Load load =
        Load.of(shared(caller), new Pace.ClosedLoop())
            .withConnections(Load.Connections.OPEN_AT_START);

    LoadResult seen = LoadDriver.run(load, LONG);

    assertThat(seen.shares()).hasSize(4);
    assertThat(seen.shares().stream().mapToLong(LoadResult.Share::answers).sum()).isEqualTo(100);
    assertThat(seen.shares()).anyMatch(share -> share.firstAnswerNanos().isPresent());
  }

  @Test
  void several_loads_run_together_and_keep_their_own_figures() {
    Load some = Load.of(shared(new Counted(30, FixedServer.PATH)), new Pace.ClosedLoop());
    Load wrong = Load.of(shared(new Counted(20, "/elsewhere")), new Pace.ClosedLoop());

    List<LoadResult> seen = LoadDriver.run(List.of(some, wrong), Optional.empty(), LONG).loads();

    assertThat(seen.get(0).latencies().getTotalCount()).isEqualTo(30);
    assertThat(seen.get(0).errors()).isZero();
    assertThat(seen.get(1).wrong()).isEqualTo(20);
  }

  @Test
  void the_answers_of_a_client_that_pipelines_are_counted() {
    Load few = Load.of(shared(new Counted(10, FixedServer.PATH)), new Pace.ClosedLoop());
    var pipeline = new Pipeline(address, address.get(FixedServer.PATH), 400);

    LoadDriver.Results seen =
        LoadDriver.run(
            List.of(few), Optional.of(pipeline), LoadDriver.Until.elapsed(Duration.ofSeconds(3)));

    assertThat(seen.pipelinedPerSecond()).isPositive();
    assertThat(seen.loads().getFirst().latencies().getTotalCount()).isEqualTo(10);
  }

  @Test
  void a_refused_connection_is_unanswered_and_no_wrong_answer() {
    FixedServer closed = FixedServer.start(ANSWER);
    Address there = Address.of("http://localhost:" + closed.port());
    closed.close();
    Load load =
        Load.of(shared(new Counted(there, 4)), new Pace.ClosedLoop())
            .withConnections(Load.Connections.OPEN_AT_START);

    LoadResult seen = LoadDriver.run(load, LONG);

    assertThat(seen.unanswered()).isEqualTo(4);
    assertThat(seen.wrong()).isZero();
    assertThat(seen.shares()).allMatch(share -> share.firstAnswerNanos().isEmpty());
  }

  private static List<Caller> shared(Caller caller) {
    return Collections.nCopies(4, caller);
  }

  private static final class Counted implements Caller {
    private final Address target;
    private final byte[] request;
    private long left;
    private long bodies;

    Counted(long count, String path, String... headers) {
      this.target = address;
      this.left = count;
      this.request = address.get(path, headers);
    }

    Counted(Address target, long count) {
      this.target = target;
      this.left = count;
      this.request = target.get(FixedServer.PATH);
    }

    @Override
    public Address address() {
      return target;
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
