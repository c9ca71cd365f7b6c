package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.HeldStatements.Held;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.process.FairQueue;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.grants.DeviceRequests;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.pairs.Rotated;
import dev.latchkey.storage.publicclient.PublicClientCredentials;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one network sends to a server on PostgreSQL leaves connections and batches to others. */
class NetworksInTurnTest {
  private static final int OF_ONE_NETWORK = 4;
  private static final int FLOOD = 300;

  private final SecureRandom random = new SecureRandom();
  private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
  private final Pairs pairs = nodes.pairs(nodes.thisNode);

  @AfterEach
  void close() {
    nodes.close();
  }

  enum Reading {
    A_REFRESH_TOKEN_THAT_IS_NONE("FROM credentials"),
    INTROSPECTION_OF_A_REFRESH_TOKEN("FROM pairs p"),
    A_DEVICE_THAT_ASKS("FROM device_requests"),
    A_CODE_OF_AN_APP_WITHOUT_A_SECRET("SELECT i.client_id");

    private final String statement;

    Reading(String statement) {
      this.statement = statement;
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_network_that_reads_much_waits_for_itself(Reading reading) {
    Consumer<RequestMoment> read = act(reading);
    List<Held> held =
        Stream.generate(() -> nodes.statementsOfThisNode.before(reading.statement))
            .limit(OF_ONE_NETWORK + 1)
            .toList();
    List<Thread> flood =
        IntStream.rangeClosed(0, OF_ONE_NETWORK)
            .mapToObj(
                i -> Thread.ofPlatform().daemon().start(() -> read.accept(nodes.now("flood"))))
            .toList();
    held.subList(0, OF_ONE_NETWORK).forEach(Held::await);
    Poll.until(
        () -> flood.stream().anyMatch(NetworksInTurnTest::waitsForItsTurn),
        "a caller of this network that waits for its turn");

    var other =
        CompletableFuture.runAsync(
            () -> read.accept(nodes.now("other")), task -> Thread.ofPlatform().start(task));

    held.getLast().await();
    held.forEach(Held::letGo);
    other.join();
  }

  /**
   * Two batches of 32 are of one network at most, so the other caller is in the fifth or before.
   */
  @Test
  void callers_of_one_network_leave_places_in_the_batches_to_others() {
    Team team = nodes.team();
    User user = nodes.member(User.Role.MEMBER, team);
    Credential.Personal app = nodes.app(user.id(), nodes.secret());
    TokenPair tokens = nodes.tokens(app, user, team);
    List<Held> batches =
        Stream.generate(() -> nodes.statementsOfThisNode.before("UPDATE pairs")).limit(8).toList();
    List<Thread> flood =
        Stream.generate(() ->
                Thread.ofPlatform().daemon().start(() -> isRotated(app, nodes.pair(), "flood")))
            .limit(FLOOD)
            .toList();
    Poll.until(() -> flood.stream().allMatch(NetworksInTurnTest::waits), "a flood that waits");

    var other =
        CompletableFuture.supplyAsync(
            () -> isRotated(app, tokens, "other"), task -> Thread.ofPlatform().start(task));
    for (Held batch : batches.subList(0, 5)) {
      batch.await();
      batch.letGo();
    }

    assertThat(other).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(true);
    assertThat(flood).anyMatch(Thread::isAlive);
    batches.forEach(Held::letGo);
  }

  private static boolean waitsForItsTurn(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame ->
            frame.getClassName().equals(FairQueue.class.getName())
                && frame.getMethodName().equals("await"));
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        || thread.getState() == Thread.State.TIMED_WAITING;
  }

  private boolean isRotated(Credential.Personal app, TokenPair tokens, String from) {
    return pairs.rotatePair(Nodes.rotation(app, tokens), nodes.pair(), nodes.now(from))
        instanceof Rotated.Issued;
  }

  private Consumer<RequestMoment> act(Reading reading) {
    Id.Client client = Id.CLIENT.draw(random);
    return switch (reading) {
      case A_REFRESH_TOKEN_THAT_IS_NONE -> {
        var credentials = new Credentials(nodes.thisNode, Limits.DEFAULT);
        yield now -> credentials.isKnown(client, now);
      }
      case INTROSPECTION_OF_A_REFRESH_TOKEN -> {
        var checks = new TokenChecks(nodes.thisNode, Limits.DEFAULT, all -> {}, (grant, at) -> {});
        yield now -> checks.look(nodes.pair().refresh(), now);
      }
      case A_DEVICE_THAT_ASKS -> {
        var devices = new DeviceRequests(nodes.thisNode, pairs, Limits.DEFAULT);
        yield now -> devices.poll(Secret.DEVICE.mint(random), client, nodes.pair(), now);
      }
      case A_CODE_OF_AN_APP_WITHOUT_A_SECRET -> {
        var credentials = new PublicClientCredentials(nodes.thisNode);
        yield now -> credentials.ofCode("key", Secret.CODE.mint(random).hash(), now);
      }
    };
  }
}
