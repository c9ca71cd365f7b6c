package dev.latchkey.storage.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.credential.Credentials;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the cache alone returns for a token. On PostgreSQL another node makes every change. */
@EachStore.ForClass
class TokenChecksTest {
  private final AtomicInteger asked = new AtomicInteger();
  private final Nodes nodes;
  private final TokenChecks checks;
  private final Id.User owner;
  private final Secret.Organization token;
  private final Credential.Organizational machine;

  TokenChecksTest(Store store) {
    nodes = Nodes.open(store);
    checks = new TokenChecks(nodes.thisNode, Limits.DEFAULT, asked::addAndGet, (grant, at) -> {});
    owner = nodes.person();
    token = nodes.token();
    machine = nodes.machine(owner, token);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @BeforeEach
  void catchUp() {
    nodes.catchUp();
  }

  @Test
  void a_peek_finds_what_was_looked_up_before_without_a_query() {
    assertThat(peek()).isEqualTo(new TokenPeek.Unknown());
    Optional<LiveToken> found = look();

    assertThat(found).isPresent();
    assertThat(peek()).isEqualTo(new TokenPeek.Known(found));
    assertThat(asked).hasValue(1);
  }

  @Test
  void after_a_change_a_peek_finds_nothing_and_a_look_up_finds_that_it_ended() {
    look();

    new Credentials(nodes.otherNode, Limits.DEFAULT).delete(machine, nodes.server());
    nodes.catchUp();

    assertThat(peek()).isEqualTo(new TokenPeek.Unknown());
    assertThat(look()).isEmpty();
  }

  @Test
  void a_token_that_was_never_issued_is_never_cached() {
    Secret.Organization never = nodes.token();

    assertThat(checks.look(never, nodes.clock.instant())).isEmpty();

    assertThat(checks.peek(TokenKey.of(never), nodes.clock.instant()))
        .isEqualTo(new TokenPeek.Unknown());
  }

  @Test
  void without_a_cache_a_peek_finds_nothing() {
    var uncached =
        new TokenChecks(nodes.thisNode, Nodes.WITHOUT_MEMORY, asked::addAndGet, (grant, at) -> {});

    assertThat(uncached.look(token, nodes.clock.instant())).isPresent();

    assertThat(uncached.peek(TokenKey.of(token), nodes.clock.instant()))
        .isEqualTo(new TokenPeek.Unknown());
  }

  private TokenPeek peek() {
    return checks.peek(TokenKey.of(token), nodes.clock.instant());
  }

  private Optional<LiveToken> look() {
    return checks.look(token, nodes.clock.instant());
  }
}
