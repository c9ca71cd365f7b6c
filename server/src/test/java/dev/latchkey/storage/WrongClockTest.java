package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.latchkey.app.Installation;
import dev.latchkey.app.Wiring;
import dev.latchkey.edge.http.netty.Server;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.login.password.Passwords;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.model.time.StoreClock;
import dev.latchkey.model.time.SynchronizedClock;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.operation.Purge;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.pairs.Revoked;
import dev.latchkey.storage.pairs.Rotated;
import java.io.OutputStream;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two nodes with one database, of which one has a wrong clock. */
class WrongClockTest {
  private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
  private final Team team = nodes.team();
  private final User user = nodes.member(User.Role.MEMBER, team);
  private final Credential.Personal app =
      nodes.app(nodes.member(User.Role.MEMBER).id(), nodes.secret());

  @AfterEach
  void close() {
    nodes.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1H", "P3650D", "PT-1H", "P-3650D"})
  void a_revocation_with_the_previous_token_ends_the_pair_whichever_node_is_wrong(Duration ahead) {
    Node right = new Node(nodes.thisNode, Duration.ZERO);
    Node wrong = new Node(nodes.otherNode, ahead);
    for (List<Node> pair : List.of(List.of(right, wrong), List.of(wrong, right))) {
      TokenPair first = nodes.tokens(app, user, team);
      TokenPair second = nodes.pair();

      assertThat(pair.getFirst().rotate(app, first, second)).isInstanceOf(Rotated.Issued.class);
      assertThat(pair.getLast().isActive(second.access())).isTrue();
      assertThat(pair.getLast().rotate(app, first, nodes.pair()))
          .as("a retry within the grace period ends nothing")
          .isEqualTo(Rotated.Refused.TOKEN_ROTATED);

      assertThat(pair.getLast().revoke(app, first.access())).isEqualTo(Revoked.ENDED);
      assertThat(right.isActive(second.access())).isFalse();
      assertThat(wrong.isActive(second.access())).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1H", "P3650D"})
  void a_node_with_a_wrong_clock_deletes_nothing(Duration ahead) {
    TokenPair tokens = nodes.tokens(app, user, team);
    Node wrong = new Node(nodes.otherNode, ahead);
    Node right = new Node(nodes.thisNode, Duration.ZERO);
    right.purge().prepare(right.clock.instant());
    right.rotate(app, nodes.tokens(app, user, team), nodes.pair());
    int rows = wrong.rows();

    wrong.purge().prepare(Instant.now().plus(ahead));
    wrong.purge().deleteAllExpired(wrong.clock.instant());
    wrong.purge().deleteBatch(wrong.clock.instant());

    assertThat(wrong.rows()).isEqualTo(rows);
    assertThat(new Node(nodes.thisNode, Duration.ZERO).isActive(tokens.access())).isTrue();
    assertThat(
            nodes.thisNode.<Long>read(sql ->
                sql.one("SELECT moved_at FROM touched_horizon", row -> row.large("moved_at"))
                    .orElseThrow()))
        .as("the deletion of changes goes on at other nodes")
        .isLessThan(Instant.now().plusSeconds(60).toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT31S", "PT-31S", "P3650D"})
  void a_node_with_a_wrong_clock_is_not_ready_and_keeps_the_time_of_the_database(Duration ahead)
      throws Exception {
    var random = new SecureRandom();
    var clock = new SynchronizedClock(() -> Instant.now().plus(ahead));
    Installation installation =
        Installation.open(
            Latchkey.settings(Store.POSTGRESQL),
            new ClockAndRandom(clock, random),
            new Passwords(random, Latchkey.HASH_COST),
            new PrintStream(OutputStream.nullOutputStream()));
    try (Wiring wiring = new Wiring(installation);
        Server server = wiring.serve(guard -> List.of())) {
      assertThat(Http.here().get(wiring.baseUrl(server.port()) + "/health/ready"))
          .satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body()).isEqualTo("{\"status\":\"clock_differs\"}");
          });
      assertThat(installation.now().at()).isCloseTo(Instant.now(), within(5, ChronoUnit.SECONDS));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT29S", "PT-29S"})
  void a_small_difference_is_tolerated(Duration ahead) {
    new Node(nodes.thisNode, ahead);

    assertThat(nodes.thisNode.clockFault()).isEmpty();
  }

  private static final class Node {
    private final Database database;
    private final StoreClock clock;

    Node(Database database, Duration ahead) {
      InstantSource machine = () -> Instant.now().plus(ahead);
      this.database = database;
      this.clock = new SynchronizedClock(machine);
      database.synchronize(clock);
    }

    private RequestMoment now() {
      return new RequestMoment(clock.instant(), "app");
    }

    private Pairs pairs() {
      return new Pairs(database, Limits.DEFAULT, () -> Rules.DEFAULT, clock);
    }

    Purge purge() {
      return new Purge(database, Limits.DEFAULT, () -> AuditLimits.DEFAULT);
    }

    Rotated rotate(Credential.Personal app, TokenPair tokens, TokenPair fresh) {
      return pairs().rotatePair(Nodes.rotation(app, tokens), fresh, now());
    }

    Revoked revoke(Credential.Personal app, Secret.Access token) {
      return pairs().revokePair(token, app.clientId(), now());
    }

    boolean isActive(Secret.Bearer token) {
      return new TokenChecks(database, Nodes.WITHOUT_MEMORY, asked -> {}, (grant, at) -> {})
          .look(token, clock.instant())
          .isPresent();
    }

    int rows() {
      return database.read(sql ->
          sql.one(
                  "SELECT (SELECT COUNT(*) FROM pairs) + (SELECT COUNT(*) FROM grants)"
                      + " + (SELECT COUNT(*) FROM codes) + (SELECT COUNT(*) FROM audit)"
                      + " + (SELECT COUNT(*) FROM rotated_refresh) AS n",
                  row -> row.number("n"))
              .orElseThrow());
    }
  }
}
