package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.process.FairQueue;
import dev.latchkey.model.process.TooBusy;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.operation.Purge;
import dev.latchkey.storage.operation.StoreHealth;
import dev.latchkey.storage.pairs.Rotated;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lists leave connections, threads and turns to others. */
@EachStore.ForClass
class ListsBesideChecksTest {
  private static final int MANY = 40;

  private static final String ENDLESS =
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT 1 FROM n)
      SELECT COUNT(*) AS counted
      FROM n
      """;

  private final Nodes nodes;
  private final CountDownLatch free = new CountDownLatch(1);
  private final AtomicInteger reading = new AtomicInteger();
  private List<Thread> lists = List.of();

  ListsBesideChecksTest(Store store) {
    nodes = Nodes.open(store);
  }

  @AfterEach
  void close() throws InterruptedException {
    free.countDown();
    for (Thread list : lists) {
      list.join();
    }
    nodes.close();
  }

  @Test
  void lists_of_all_callers_delay_no_check_refresh_or_readiness() {
    Team team = nodes.team();
    User user = nodes.member(User.Role.MEMBER, team);
    Credential.Personal app = nodes.app(user.id(), nodes.secret());
    TokenPair tokens = nodes.tokens(app, user, team);
    lists = lists(i -> nodes.now("network " + i));
    Poll.until(() -> lists.stream().allMatch(this::readsOrWaits), "lists that wait");

    var other =
        CompletableFuture.supplyAsync(
            () -> answers(app, tokens), task -> Thread.ofVirtual().start(task));

    assertThat(other).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(true);
    assertThat(reading.get()).isPositive();
  }

  @Test
  void one_caller_leaves_turns_to_others() {
    lists = lists(_ -> nodes.now("flood"));
    Poll.until(() -> lists.stream().allMatch(this::readsOrWaits), "lists that wait");

    var other =
        CompletableFuture.supplyAsync(
            () -> nodes.now("other").during(() -> nodes.thisNode.list(sql -> 1)),
            task -> Thread.ofPlatform().start(task));

    assertThat(other).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(1);
    assertThat(free.getCount()).isOne();
  }

  /** With as many virtual threads as there are processors, others would have to wait for them. */
  @Test
  void a_list_that_takes_too_long_ends_and_keeps_no_thread_of_others() {
    List<CompletableFuture<Integer>> lists =
        IntStream.range(0, Runtime.getRuntime().availableProcessors())
            .mapToObj(i ->
                CompletableFuture.supplyAsync(
                    () -> nodes.now("network " + i).during(this::endless),
                    task -> Thread.ofVirtual().start(task)))
            .toList();
    Poll.until(() -> reading.get() == Math.min(lists.size(), 6), "lists that are read");

    CompletableFuture.runAsync(() -> isReady(), task -> Thread.ofVirtual().start(task)).join();

    assertThat(lists).noneMatch(CompletableFuture::isDone);
    for (CompletableFuture<Integer> list : lists) {
      assertThatThrownBy(list::join).hasCauseInstanceOf(TooBusy.class);
    }
    assertThat(nodes.now("other").<Integer>during(() -> nodes.thisNode.list(sql -> 1))).isOne();
  }

  private int endless() {
    return nodes.thisNode.list(sql -> {
      reading.incrementAndGet();
      return sql.one(ENDLESS, row -> row.number("counted")).orElseThrow();
    });
  }

  private List<Thread> lists(IntFunction<RequestMoment> request) {
    return IntStream.range(0, MANY)
        .mapToObj(i ->
            Thread.ofPlatform()
                .daemon()
                .start(() -> {
                  try {
                    request.apply(i).during(this::held);
                  } catch (TooBusy _) {
                    // It has waited longer than it may.
                  }
                }))
        .toList();
  }

  private int held() {
    return nodes.thisNode.list(sql -> {
      reading.incrementAndGet();
      try {
        free.await();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
      return 1;
    });
  }

  /** SQLite reads on another thread, for which this one waits. */
  private boolean readsOrWaits(Thread list) {
    return !list.isAlive()
        || Stream.of(list.getStackTrace())
            .anyMatch(frame ->
                frame.getClassName().equals(FairQueue.class.getName())
                    || frame.getMethodName().equals("held"));
  }

  private boolean isReady() {
    var purge = new Purge(nodes.thisNode, Limits.DEFAULT, () -> AuditLimits.DEFAULT);
    return new StoreHealth(nodes.thisNode, purge).isReachable();
  }

  private boolean answers(Credential.Personal app, TokenPair tokens) {
    var checks = new TokenChecks(nodes.thisNode, Limits.DEFAULT, all -> {}, (grant, at) -> {});
    return isReady()
        && checks.look(tokens.refresh(), nodes.now("client")).isPresent()
        && nodes
                .pairs(nodes.thisNode)
                .rotatePair(Nodes.rotation(app, tokens), nodes.pair(), nodes.now("client"))
            instanceof Rotated.Issued;
  }
}
