package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The state table of contract 3, row by row. */
class StatesTest extends OnBothStores {
  private final Person person = latchkey.person();
  private final App app = latchkey.app();
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  @Test
  void an_unused_code_becomes_a_pair_and_is_spent() {
    String code = app.code(browser);

    Tokens tokens = Tokens.of(app.redeem(code));

    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(200);
    assertThat(app.redeem(code).error()).isEqualTo("invalid_grant");
  }

  @Test
  void a_spent_code_is_refused_every_time_and_its_tokens_stay_active() {
    String code = app.code(browser);
    Tokens tokens = Tokens.of(app.redeem(code));

    for (int again = 0; again < 3; again++) {
      var refused = app.redeem(code);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.error()).isEqualTo("invalid_grant");
    }

    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(200);
  }

  @Test
  void a_refresh_revokes_both_old_tokens_and_issues_two_new_ones() {
    Tokens old = app.tokens(browser);

    Tokens fresh = Tokens.of(app.refresh(old.refresh()));

    assertThat(latchkey.isActive(old.access())).isFalse();
    assertThat(app.refresh(old.refresh()).error()).isEqualTo("invalid_grant");
    assertThat(fresh.access()).isNotEqualTo(old.access());
    assertThat(fresh.refresh()).isNotEqualTo(old.refresh());
    assertThat(latchkey.isActive(fresh.access())).isTrue();
    assertThat(app.refresh(fresh.refresh()).status()).isEqualTo(200);
  }

  @Test
  void revoking_an_access_token_revokes_its_refresh_token_too() {
    Tokens tokens = app.tokens(browser);
    Tokens others = app.tokens(browser);

    assertThat(app.revoke(tokens.access()).status()).isEqualTo(200);

    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(latchkey.call(tokens.access()).status()).isEqualTo(401);
    var refused = app.refresh(tokens.refresh());
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.error()).isEqualTo("invalid_grant");
    assertThat(latchkey.isActive(others.access())).isTrue();
  }

  @Test
  void deleting_a_credential_revokes_its_codes_access_tokens_and_refresh_tokens() {
    String code = app.code(browser);
    Tokens tokens = app.tokens(browser);
    App bystander = latchkey.app();
    Tokens unharmed = bystander.tokens(browser);

    latchkey.delete(app);

    var code401 = app.redeem(code);
    assertThat(code401.status()).isEqualTo(401);
    assertThat(code401.error()).isEqualTo("invalid_client");
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(app.refresh(tokens.refresh()).status()).isEqualTo(401);
    assertThat(app.refresh(tokens.refresh()).error()).isEqualTo("invalid_client");
    assertThat(browser.authorize(app.request()).status()).isEqualTo(400);
    assertThat(latchkey.isActive(unharmed.access())).isTrue();
  }

  @Test
  void deleting_an_organization_credential_revokes_its_token() {
    Latchkey.Machine machine = latchkey.machine(person, Optional.empty());
    assertThat(latchkey.isActive(machine.token())).isTrue();

    latchkey.delete(machine.credential());

    assertThat(latchkey.isActive(machine.token())).isFalse();
  }

  @Test
  void a_changed_scope_leaves_issued_tokens_alone_and_holds_for_new_ones() {
    Tokens before = app.tokens(browser);

    latchkey.changeScope(app, "read:wiki:pages");

    assertThat(latchkey.introspect(before.access()).text("scope")).isEqualTo(Latchkey.SCOPE);
    var refreshed = app.refresh(before.refresh());
    assertThat(refreshed.text("scope")).isEqualTo(Latchkey.SCOPE);
    assertThat(latchkey.introspect(refreshed.text("access_token")).text("scope"))
        .isEqualTo(Latchkey.SCOPE);
    Tokens after = app.tokens(browser);
    assertThat(latchkey.introspect(after.access()).text("scope")).isEqualTo("read:wiki:pages");
  }

  @Test
  void an_organization_token_does_not_expire() {
    Latchkey.Machine machine = latchkey.machine(person, Optional.empty());

    latchkey.clock.pass(Duration.ofDays(3_653));

    assertThat(latchkey.isActive(machine.token())).isTrue();
    assertThat(latchkey.introspect(machine.token()).json().has("exp")).isFalse();
  }
}
