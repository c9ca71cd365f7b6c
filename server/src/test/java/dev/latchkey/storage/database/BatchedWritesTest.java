package dev.latchkey.storage.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.HeldStatements.Held;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.grants.AuthorizationCodes;
import dev.latchkey.storage.grants.Exchanged;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.pairs.Rotated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many callers share a statement, and a failure of one does not affect the others. */
class BatchedWritesTest {
  private static final int CALLERS = 40;
  private static final int REFUSED_AT_ONCE = 4;
  private static final int BATCHES_AT_ONCE = 2;

  private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
  private final Team team = nodes.team();
  private final User user = nodes.member(User.Role.MEMBER, team);
  private final Credential.Personal app =
      nodes.app(nodes.member(User.Role.MEMBER).id(), nodes.secret());
  private final Pairs pairs = nodes.pairs(nodes.thisNode);

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void a_row_that_another_node_has_locked_delays_no_other_caller() {
    TokenPair held = nodes.tokens(app, user, team);
    TokenPair free = nodes.tokens(app, user, team);
    var committed = nodes.statementsOfOtherNode.before("COMMIT");
    var first = inBackground(() -> revoke(nodes.pairs(nodes.otherNode), held));
    committed.await();
    var waiting = inBackground(() -> revoke(pairs, held));
    Poll.until(nodes::isAnyBlocked, "a caller who waits for the row");

    revoke(pairs, free);

    assertThat(isActive(free)).isFalse();
    assertThat(waiting).isNotDone();
    committed.letGo();
    first.join();
    waiting.join();
    assertThat(isActive(held)).isFalse();
  }

  @Test
  void unknown_tokens_take_no_place_of_a_caller_who_waits_for_a_row() {
    List<Held> explained =
        Stream.generate(() -> nodes.statementsOfThisNode.before("SELECT g.grant_id, g.client_id"))
            .limit(REFUSED_AT_ONCE)
            .toList();
    List<CompletableFuture<Boolean>> unknown =
        IntStream.range(0, REFUSED_AT_ONCE)
            .mapToObj(i -> inBackground(() -> revoke(pairs, nodes.pair(), "app" + i)))
            .toList();
    explained.forEach(Held::await);
    TokenPair held = nodes.tokens(app, user, team);
    var committed = nodes.statementsOfOtherNode.before("COMMIT");
    var first = inBackground(() -> revoke(nodes.pairs(nodes.otherNode), held));
    committed.await();
    var waiting = inBackground(() -> revoke(pairs, held));
    Poll.until(nodes::isAnyBlocked, "a caller who waits for the row");

    committed.letGo();

    assertThat(first.join()).isTrue();
    assertThat(waiting.join()).isTrue();
    explained.forEach(Held::letGo);
    assertThat(unknown).allMatch(CompletableFuture::join);
  }

  @Test
  void tokens_of_ended_grants_take_no_place_of_a_caller_who_waits_for_a_row() {
    List<TokenPair> ended =
        Stream.generate(() -> nodes.tokens(app, user, team)).limit(REFUSED_AT_ONCE).toList();
    ended.forEach(tokens -> revoke(pairs, tokens));
    List<Held> explained =
        Stream.generate(() -> nodes.statementsOfThisNode.before("SELECT g.grant_id, g.client_id"))
            .limit(REFUSED_AT_ONCE)
            .toList();
    List<CompletableFuture<Boolean>> refused =
        IntStream.range(0, REFUSED_AT_ONCE)
            .mapToObj(i -> inBackground(() -> isRotated(pairs, ended.get(i), "app" + i)))
            .toList();
    explained.forEach(Held::await);
    TokenPair held = nodes.tokens(app, user, team);
    var committed = nodes.statementsOfOtherNode.before("COMMIT");
    var first = inBackground(() -> isRotated(nodes.pairs(nodes.otherNode), held, "app"));
    committed.await();
    var waiting = inBackground(() -> isRotated(pairs, held, "app"));

    Poll.until(nodes::isAnyBlocked, "a caller who waits for the row");

    committed.letGo();
    assertThat(first.join()).isTrue();
    explained.forEach(Held::letGo);
    assertThat(waiting.join()).isFalse();
    assertThat(refused).noneMatch(CompletableFuture::join);
  }

  /** The row would be found for each of them, and the statement of all callers would fail. */
  @Test
  void a_token_that_is_sent_twice_at_once_is_in_a_statement_once() throws Exception {
    var full = new CountDownLatch(1);
    var statements = new CopyOnWriteArrayList<List<Sent>>();
    var writes =
        new BatchedWrites<Sent, String>(
            nodes.thisNode,
            sent -> {
              statements.add(sent);
              awaitIf(statements.size() <= BATCHES_AT_ONCE, full);
              return sent.stream().collect(Collectors.toMap(each -> each, _ -> "together"));
            },
            "SELECT refresh_hash AS hash FROM pairs WHERE refresh_hash {keys}",
            Sent::hash);
    List<SecretHash> hashes =
        Stream.generate(() -> nodes.pair().refresh().hash()).limit(5).toList();
    var results = new CopyOnWriteArrayList<String>();
    var threads = new ArrayList<Thread>();
    for (int token : List.of(0, 1, 2, 2, 3, 3, 4)) {
      var sent = new Sent(threads.size(), hashes.get(token));
      Runnable write = () -> results.add(writes.write(sent, nodes.now("app"), () -> "alone"));
      Thread thread = Thread.ofPlatform().daemon().start(write);
      threads.add(thread);
      Poll.until(() -> thread.getState() == Thread.State.WAITING, "its batch");
    }

    full.countDown();

    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(statements)
        .hasSize(BATCHES_AT_ONCE + 1)
        .allSatisfy(each -> assertThat(each).extracting(Sent::hash).doesNotHaveDuplicates());
    assertThat(results).filteredOn("alone"::equals).hasSize(2);
  }

  private record Sent(int number, SecretHash hash) {}

  private static void awaitIf(boolean wanted, CountDownLatch latch) {
    try {
      if (wanted) {
        latch.await();
      }
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  @Test
  void a_value_that_the_database_refuses_fails_no_other_write() {
    List<Secret.Code> codes =
        Stream.generate(() -> nodes.consent(nodes.thisNode, app, user, team).orElseThrow())
            .limit(CALLERS)
            .toList();
    var exchanges = new AuthorizationCodes(nodes.thisNode, pairs, () -> Rules.DEFAULT);
    var unsound = new Id.Client("cli_\0");

    List<Optional<Exchanged>> outcomes =
        Crowd.of(
            CALLERS, i -> exchange(exchanges, i == 7 ? unsound : app.clientId(), codes.get(i)));

    assertThat(outcomes.get(7)).isEmpty();
    assertThat(outcomes)
        .filteredOn(Optional::isPresent)
        .hasSize(CALLERS - 1)
        .allMatch(done -> done.orElseThrow() instanceof Exchanged.Issued);
  }

  @Test
  void each_caller_gets_its_own_grant_and_scope() {
    List<TokenPair> tokens =
        Stream.generate(() -> nodes.tokens(app, user, team)).limit(CALLERS).toList();
    List<TokenPair> fresh = Stream.generate(nodes::pair).limit(CALLERS).toList();
    Optional<Scopes> wider = Optional.of(Scopes.parse("write:issue:info"));

    List<Rotated> rotated =
        Crowd.of(
            CALLERS,
            i ->
                rotated(
                    pairs,
                    tokens.get(i),
                    fresh.get(i),
                    i % 2 == 0 ? Optional.empty() : wider,
                    "app"));

    for (int i = 0; i < CALLERS; i++) {
      if (i % 2 == 0) {
        assertThat(((Rotated.Issued) rotated.get(i)).response().pair()).isEqualTo(fresh.get(i));
        assertThat(isActive(fresh.get(i))).isTrue();
        assertThat(isActive(tokens.get(i))).isFalse();
      } else {
        assertThat(rotated.get(i)).isEqualTo(Rotated.Refused.SCOPE_WIDER);
        assertThat(isActive(tokens.get(i))).isTrue();
      }
    }
  }

  private Optional<Exchanged> exchange(
      AuthorizationCodes codes, Id.Client client, Secret.Code code) {
    var asked = new AuthorizationCodes.Redemption(client, code, Optional.empty(), Optional.empty());
    try {
      return Optional.of(codes.spendCode(asked, nodes.pair(), nodes.now("app")));
    } catch (StorageFault refused) {
      return Optional.empty();
    }
  }

  private boolean revoke(Pairs node, TokenPair tokens) {
    return revoke(node, tokens, "app");
  }

  private boolean revoke(Pairs node, TokenPair tokens, String from) {
    node.revokePair(tokens.access(), app.clientId(), nodes.now(from));
    return true;
  }

  private boolean isRotated(Pairs node, TokenPair tokens, String from) {
    return rotated(node, tokens, nodes.pair(), Optional.empty(), from) instanceof Rotated.Issued;
  }

  private Rotated rotated(
      Pairs node, TokenPair tokens, TokenPair fresh, Optional<Scopes> scope, String from) {
    var rotation =
        new Pairs.Rotation(
            app.clientId(),
            tokens.refresh(),
            scope,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return node.rotatePair(rotation, fresh, nodes.now(from));
  }

  private boolean isActive(TokenPair tokens) {
    return new TokenChecks(nodes.thisNode, Limits.DEFAULT, asked -> {}, (grant, at) -> {})
        .look(tokens.access(), nodes.clock.instant())
        .isPresent();
  }

  private static CompletableFuture<Boolean> inBackground(Supplier<Boolean> act) {
    return CompletableFuture.supplyAsync(act, task -> Thread.ofPlatform().daemon().start(task));
  }
}
