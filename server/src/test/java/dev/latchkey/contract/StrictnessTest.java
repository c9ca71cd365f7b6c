package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Rule 3.7: after a change of state has been answered, the very next check reports it, even if the
 * token was checked many times before.
 */
class StrictnessTest extends OnBothStores {
  private static final int CHAINS = 8;
  private static final int MOVES = 60;

  private final Person person = latchkey.person();
  private final App app = latchkey.app();
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  @Test
  void a_revoked_token_is_inactive_at_the_next_check() {
    Tokens tokens = checked(app.tokens(browser));

    assertThat(app.revoke(tokens.access()).status()).isEqualTo(200);

    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(latchkey.call(tokens.access()).status()).isEqualTo(401);
  }

  @Test
  void a_token_whose_refresh_token_is_revoked_is_inactive_at_the_next_check() {
    Tokens tokens = checked(app.tokens(browser));

    assertThat(app.revokeByForm(tokens.refresh()).status()).isEqualTo(200);

    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }

  @Test
  void a_refreshed_token_is_inactive_at_the_next_check_and_other_tokens_stay_active() {
    Tokens neighbour = checked(app.tokens(browser));
    Tokens tokens = checked(app.tokens(browser));

    Tokens fresh = Tokens.of(app.refresh(tokens.refresh()));

    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(latchkey.isActive(fresh.access())).isTrue();
    assertThat(latchkey.isActive(neighbour.access())).isTrue();
  }

  @Test
  void a_replay_of_an_old_refresh_token_revokes_the_active_pair_at_the_next_check() {
    Tokens tokens = app.tokens(browser);
    Tokens fresh = checked(Tokens.of(app.refresh(tokens.refresh())));
    latchkey.clock.pass(Duration.ofSeconds(61));

    assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(400);

    assertThat(latchkey.isActive(fresh.access())).isFalse();
  }

  @Test
  void all_tokens_of_a_deleted_credential_are_inactive_at_the_next_check() {
    App doomed = latchkey.app();
    List<Tokens> all = List.of(checked(doomed.tokens(browser)), checked(doomed.tokens(browser)));

    latchkey.delete(doomed);

    assertThat(all).noneMatch(each -> latchkey.isActive(each.access()));
  }

  @Test
  void a_token_whose_grant_its_user_ended_is_inactive_at_the_next_check() {
    Tokens tokens = checked(app.tokens(browser));
    var page = TablePage.first(ActiveGrants.Column.APP, 50);
    var all = new ActiveGrants.Search(SearchText.NONE, page);
    ActiveGrants.Grant managed =
        latchkey
            .stores()
            .grants()
            .activeGrants()
            .find(person.user().id(), all, latchkey.now())
            .rows()
            .getFirst();

    latchkey.stores().grants().activeGrants().end(managed.id(), person.user().id(), latchkey.now());

    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }

  @Test
  void the_tokens_of_a_disabled_user_are_inactive_at_the_next_check_and_stay_so() {
    Tokens tokens = checked(app.tokens(browser));

    latchkey.disable(person);

    assertThat(latchkey.isActive(tokens.access())).isFalse();
    latchkey.clock.pass(Duration.ofSeconds(1));
    latchkey.enable(person);
    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }

  @Test
  void tokens_of_a_credential_are_inactive_while_its_owner_is_disabled() {
    Person owner = latchkey.person();
    Tokens tokens = checked(latchkey.app(owner).tokens(browser));

    latchkey.disable(owner);
    assertThat(latchkey.isActive(tokens.access())).isFalse();

    latchkey.enable(owner);
    assertThat(latchkey.isActive(tokens.access())).isTrue();
  }

  @Test
  void an_organization_token_is_inactive_when_its_credential_is_deleted() {
    Latchkey.Machine machine = latchkey.machine(person, Optional.empty());
    assertThat(latchkey.isActive(machine.token())).isTrue();
    assertThat(latchkey.isActive(machine.token())).isTrue();

    latchkey.delete(machine.credential());

    assertThat(latchkey.isActive(machine.token())).isFalse();
  }

  @Test
  void a_change_of_scope_leaves_a_token_as_it_was() {
    Tokens tokens = checked(app.tokens(browser));
    String before = latchkey.introspect(tokens.access()).body();

    latchkey.changeScope(app, "read:issue:info");

    assertThat(latchkey.introspect(tokens.access()).body()).isEqualTo(before);
  }

  @Test
  void a_token_expires_at_its_deadline() {
    Tokens tokens = checked(app.tokens(browser));

    latchkey.clock.pass(latchkey.settings().limits().accessToken());

    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }

  /** Each refresh in a chain revokes a token while another caller checks that token. */
  @Test
  void no_check_says_active_after_another_said_inactive_or_after_the_refresh_was_answered() {
    List<Tokens> first = Crowd.of(CHAINS, chain -> app.tokens(browser));
    List<AtomicReference<String>> current =
        first.stream().map(tokens -> new AtomicReference<>(tokens.access())).toList();
    var done = new AtomicBoolean();

    List<String> wrong =
        Crowd.of(
            2 * CHAINS,
            caller -> {
              AtomicReference<String> token = current.get(caller / 2);
              return caller % 2 == 0
                  ? refreshing(first.get(caller / 2), token, done)
                  : checking(token, done);
            });

    assertThat(wrong).containsOnly("");
  }

  private String refreshing(Tokens tokens, AtomicReference<String> current, AtomicBoolean done) {
    Tokens pair = tokens;
    try {
      for (int move = 0; move < MOVES; move++) {
        Tokens next = Tokens.of(app.refresh(pair.refresh()));
        if (latchkey.isActive(pair.access())) {
          return "active after the refresh was answered";
        }
        pair = next;
        current.set(pair.access());
      }
      return "";
    } finally {
      done.set(true);
    }
  }

  private String checking(AtomicReference<String> current, AtomicBoolean done) {
    while (!done.get()) {
      String token = current.get();
      boolean wasInactive = !latchkey.isActive(token);
      if (wasInactive && latchkey.isActive(token)) {
        return "active after a check that said inactive";
      }
    }
    return "";
  }

  private Tokens checked(Tokens tokens) {
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    return tokens;
  }
}
