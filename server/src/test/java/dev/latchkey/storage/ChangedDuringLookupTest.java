package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.HeldStatements;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.pairs.Revoked;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Another node ends a token while this node looks it up (rule 3.7). The statements of this node are
 * held after it has read the row of the token and before it caches what it has read.
 */
class ChangedDuringLookupTest {
  private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
  private final TokenChecks checks =
      new TokenChecks(nodes.thisNode, Limits.DEFAULT, asked -> {}, (grant, at) -> {});
  private final Team team = nodes.team();
  private final User user = nodes.member(User.Role.MEMBER, team);
  private final Credential.Personal app = nodes.app(user.id(), nodes.secret());
  private final TokenPair tokens = nodes.tokens(app, user, team);

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void a_token_that_is_revoked_after_its_row_was_read_is_not_cached() {
    HeldStatements.Held held = nodes.statementsOfThisNode.before("o.active_since IS NOT NULL");
    CompletableFuture<Optional<LiveToken>> check = checking();
    held.await();

    assertThat(revoke()).isEqualTo(Revoked.ENDED);
    held.letGo();
    check.join();

    assertThat(check()).isEmpty();
  }

  @Test
  void a_token_that_is_cached_during_the_commit_that_ends_it_is_inactive_after_it() {
    HeldStatements.Held commit = nodes.statementsOfOtherNode.before("COMMIT");
    var revoked = CompletableFuture.supplyAsync(this::revoke, Thread::startVirtualThread);
    commit.await();
    assertThat(check()).as("not committed").isPresent();
    assertThat(check()).as("from the cache").isPresent();

    commit.letGo();
    assertThat(revoked.join()).isEqualTo(Revoked.ENDED);

    assertThat(check()).isEmpty();
  }

  @Test
  void a_check_that_is_answered_from_the_cache_reads_the_changes_of_before_it() {
    assertThat(check()).isPresent();
    assertThat(check()).isPresent();
    assertThat(revoke()).isEqualTo(Revoked.ENDED);
    HeldStatements.Held changes = nodes.statementsOfThisNode.before("touched_horizon");
    CompletableFuture<Optional<LiveToken>> check = checking();
    changes.await();

    assertThat(check).as("waits for the changes").isNotDone();
    changes.letGo();

    assertThat(check.join()).isEmpty();
  }

  private Revoked revoke() {
    return nodes
        .pairs(nodes.otherNode)
        .revokePair(tokens.access(), app.clientId(), nodes.now("app"));
  }

  private CompletableFuture<Optional<LiveToken>> checking() {
    return CompletableFuture.supplyAsync(this::check, Thread::startVirtualThread);
  }

  private Optional<LiveToken> check() {
    return checks.look(tokens.access(), nodes.clock.instant());
  }
}
