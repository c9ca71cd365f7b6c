package dev.latchkey.contract;

import static dev.latchkey.contract.credential.ClientAuthenticationTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;

/** The rules that an operator can configure: rules 1.8, 1.9, 2.3 and 2.6. */
class RulesTest {
  @ParameterizedTest
  @EachStore
  void a_spent_code_may_end_what_its_first_use_issued(Store store) {
    var rules =
        new Rules(
            Rules.SpentCode.REVOKE,
            Rules.RotatedToken.REVOKE_AFTER_GRACE,
            Rules.Factor.OPTIONAL,
            Rules.DeviceFlow.OFF);
    try (Latchkey latchkey = Latchkey.start(store, settings -> settings.with(rules))) {
      App app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      String code = app.code(browser);
      Tokens tokens = Tokens.of(app.redeem(code));

      assertRefused(app.redeem(code), 400, "invalid_grant");

      assertThat(latchkey.isActive(tokens.access())).isFalse();
      assertRefused(app.refresh(tokens.refresh()), 400, "invalid_grant");
    }
  }

  @ParameterizedTest
  @EachStore
  void a_rule_can_change_while_the_server_runs(Store store) {
    var rules =
        new Rules(
            Rules.SpentCode.REVOKE,
            Rules.RotatedToken.REVOKE_AFTER_GRACE,
            Rules.Factor.OPTIONAL,
            Rules.DeviceFlow.OFF);
    try (Latchkey latchkey = Latchkey.start(store)) {
      App app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      String code = app.code(browser);
      Tokens tokens = Tokens.of(app.redeem(code));
      assertRefused(app.redeem(code), 400, "invalid_grant");
      assertThat(latchkey.isActive(tokens.access())).isTrue();

      latchkey.installation().live().replace(latchkey.settings().with(rules));
      assertRefused(app.redeem(code), 400, "invalid_grant");

      assertThat(latchkey.isActive(tokens.access())).isFalse();
    }
  }

  @ParameterizedTest
  @EachStore
  void a_spent_code_is_still_recognised_after_the_purge(Store store) {
    var rules =
        new Rules(
            Rules.SpentCode.REVOKE,
            Rules.RotatedToken.REVOKE_AFTER_GRACE,
            Rules.Factor.OPTIONAL,
            Rules.DeviceFlow.OFF);
    try (Latchkey latchkey = Latchkey.start(store, settings -> settings.with(rules))) {
      App app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      String spent = app.code(browser);
      app.code(browser);
      Tokens tokens = Tokens.of(app.redeem(spent));
      latchkey.clock.pass(Duration.ofHours(1));

      assertThat(latchkey.stores().operation().purge().deleteBatch(latchkey.clock.instant()))
          .isPositive();
      assertThat(latchkey.isActive(tokens.access())).isTrue();
      assertRefused(app.redeem(spent), 400, "invalid_grant");

      assertThat(latchkey.isActive(tokens.access())).isFalse();
    }
  }

  @ParameterizedTest
  @EachStore
  void the_purge_deletes_what_is_inactive_and_keeps_what_is_active(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      App app = latchkey.app();
      Tokens old = app.tokens(latchkey.browser().signIn(latchkey.person()));
      latchkey.clock.pass(Duration.ofDays(366));
      Tokens active = app.tokens(latchkey.browser().signIn(latchkey.person()));

      assertThat(latchkey.stores().operation().purge().deleteBatch(latchkey.clock.instant()))
          .isPositive();

      assertThat(latchkey.stores().operation().purge().deleteBatch(latchkey.clock.instant()))
          .isZero();
      assertThat(latchkey.isActive(old.access())).isFalse();
      assertThat(latchkey.isActive(active.access())).isTrue();
      assertThat(app.refresh(active.refresh()).status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @EachStore
  void a_replay_that_also_asks_for_more_ends_the_grant_all_the_same(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      App app = latchkey.app();
      Tokens old = app.tokens(latchkey.browser().signIn(latchkey.person()));
      Tokens fresh = Tokens.of(app.refresh(old.refresh()));
      latchkey.clock.pass(Duration.ofSeconds(61));

      assertRefused(app.refresh(old.refresh(), "scope", "write:wiki:pages"), 400, "invalid_grant");

      assertThat(latchkey.isActive(fresh.access())).isFalse();
    }
  }

  @ParameterizedTest
  @EachStore
  void a_replay_may_always_be_refused_without_ending_the_grant(Store store) {
    var rules =
        new Rules(
            Rules.SpentCode.REFUSE,
            Rules.RotatedToken.REFUSE,
            Rules.Factor.OPTIONAL,
            Rules.DeviceFlow.OFF);
    try (Latchkey latchkey = Latchkey.start(store, settings -> settings.with(rules))) {
      App app = latchkey.app();
      Tokens old = app.tokens(latchkey.browser().signIn(latchkey.person()));
      Tokens fresh = Tokens.of(app.refresh(old.refresh()));
      latchkey.clock.pass(Duration.ofHours(1));

      assertRefused(app.refresh(old.refresh()), 400, "invalid_grant");

      assertThat(latchkey.isActive(fresh.access())).isTrue();
    }
  }

  @ParameterizedTest
  @EachStore
  void a_replay_may_always_end_the_grant(Store store) {
    var rules =
        new Rules(
            Rules.SpentCode.REFUSE,
            Rules.RotatedToken.REVOKE,
            Rules.Factor.OPTIONAL,
            Rules.DeviceFlow.OFF);
    try (Latchkey latchkey = Latchkey.start(store, settings -> settings.with(rules))) {
      App app = latchkey.app();
      Tokens old = app.tokens(latchkey.browser().signIn(latchkey.person()));
      Tokens fresh = Tokens.of(app.refresh(old.refresh()));

      assertRefused(app.refresh(old.refresh()), 400, "invalid_grant");

      assertThat(latchkey.isActive(fresh.access())).isFalse();
    }
  }

  @ParameterizedTest
  @EachStore
  void a_second_factor_may_be_required_for_tokens_of_an_organization(Store store) {
    var rules =
        new Rules(
            Rules.SpentCode.REFUSE,
            Rules.RotatedToken.REVOKE_AFTER_GRACE,
            Rules.Factor.REQUIRED,
            Rules.DeviceFlow.OFF);
    try (Latchkey latchkey = Latchkey.start(store, settings -> settings.with(rules))) {
      Person administrator = latchkey.administrator();
      Browser browser = latchkey.browser().signIn(administrator);
      Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
      String here = "/organization/credentials/";
      String reissue = here + machine.credential().clientId().value() + "/tokens/new";

      assertThat(browser.get(here + "new").status()).isEqualTo(403);
      for (String path : List.of(here + "new", reissue)) {
        Answer refused = post(browser, path);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("href=\"/account/security\"");
      }

      Authenticator.enrol(browser, latchkey.clock.instant());
      assertThat(browser.get(here + "new").status()).isEqualTo(200);
      assertThat(post(browser, here + "new").body()).contains("Enter a name");
      assertThat(post(browser, reissue).body()).contains("how long the old token");
    }
  }

  private static Answer post(Browser browser, String path) {
    String token = Browser.hidden(browser.get("/account/security")).get("form_token");
    return browser.post(path, App.fields("form_token", token));
  }

  @ParameterizedTest
  @EachStore
  void lifetimes_are_as_configured(Store store) {
    var limits =
        new Limits(
            Map.of(
                Limit.CODE_SECONDS, 10,
                Limit.ACCESS_TOKEN_SECONDS, 60,
                Limit.REFRESH_TOKEN_DAYS, 1,
                Limit.GRANT_DAYS, 2));
    try (Latchkey latchkey = Latchkey.start(store, settings -> settings.with(limits))) {
      App app = latchkey.app();
      Browser browser = latchkey.browser().signIn(latchkey.person());
      String late = app.code(browser);
      latchkey.clock.pass(Duration.ofSeconds(10));
      assertRefused(app.redeem(late), 400, "invalid_grant");

      var answer = app.redeem(app.code(browser));
      assertThat(answer.json().path("expires_in").intValue()).isEqualTo(60);
      latchkey.clock.pass(Duration.ofMinutes(1));
      assertThat(latchkey.isActive(answer.text("access_token"))).isFalse();

      latchkey.clock.pass(Duration.ofDays(1));
      assertRefused(app.refresh(answer.text("refresh_token")), 400, "invalid_grant");
    }
  }
}
