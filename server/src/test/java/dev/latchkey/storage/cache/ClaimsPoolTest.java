package dev.latchkey.storage.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.SharedClaims;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimsPoolTest {
  private final ClaimsPool pool = new ClaimsPool();

  @Test
  void equal_claims_are_stored_once() {
    SharedClaims first = pool.acquire(claims("cli_1")).claims();
    long size = pool.bytes();

    assertThat(pool.acquire(claims("cli_1")).claims()).isSameAs(first);
    assertThat(pool.bytes()).isEqualTo(size);
  }

  @Test
  void what_apps_have_in_common_is_stored_once() {
    SharedClaims one = pool.acquire(claims("cli_1")).claims();
    long ofOne = pool.bytes();
    SharedClaims other = pool.acquire(claims("cli_2")).claims();

    assertThat(other.scope()).isSameAs(one.scope());
    assertThat(other.team()).isSameAs(one.team());
    assertThat(other.home()).isSameAs(other.organization()).isSameAs(one.organization());
    assertThat(pool.bytes() - ofOne).as("for the second app").isLessThan(ofOne * 2 / 3);
  }

  @Test
  void what_no_token_needs_any_more_takes_no_memory() {
    pool.acquire(claims("cli_1"));
    pool.acquire(claims("cli_2"));
    pool.acquire(claims("cli_2"));

    pool.release(claims("cli_1"));
    pool.release(claims("cli_2"));
    assertThat(pool.bytes()).as("the second app is used once more").isPositive();

    pool.release(claims("cli_2"));
    assertThat(pool.bytes()).isZero();
  }

  private static SharedClaims claims(String client) {
    return new SharedClaims(
        new Id.Client(client),
        Optional.of(new Id.User("usr_of_" + client)),
        new Id.Organization("org_1"),
        Optional.of(new Id.Team("team_1")),
        Scopes.parse("read:issue:info write:issue:info"),
        Scopes.Separator.SPACE);
  }
}
