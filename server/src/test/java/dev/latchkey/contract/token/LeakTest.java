package dev.latchkey.contract.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Secret;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Anyone may report a secret that has leaked. */
class LeakTest extends OnBothStores {
  private final Person person = latchkey.person();
  private final App app = latchkey.app();

  @Test
  void a_reported_access_or_refresh_token_ends_its_pair() {
    Tokens byAccess = app.tokens(latchkey.browser().signIn(person));
    Tokens byRefresh = app.tokens(latchkey.browser().signIn(person));

    assertThat(report(byAccess.access()).body()).isEqualTo("{}");
    assertThat(Http.here().json(url(), "{\"token\":\"" + byRefresh.refresh() + "\"}").body())
        .isEqualTo("{}");

    assertThat(latchkey.isActive(byAccess.access())).isFalse();
    assertThat(app.refresh(byAccess.refresh()).error()).isEqualTo("invalid_grant");
    assertThat(latchkey.isActive(byRefresh.access())).isFalse();
    assertThat(latchkey.log())
        .contains("secret_leak", app.id())
        .doesNotContain(byAccess.access(), byRefresh.refresh());
  }

  @Test
  void a_reported_organization_token_or_client_secret_is_revoked() {
    String token = latchkey.machine(latchkey.administrator(), Optional.empty()).token();
    String code = app.code(latchkey.browser().signIn(person));

    report(token);
    report(app.secret());

    assertThat(latchkey.isActive(token)).isFalse();
    assertThat(app.redeem(code).error()).isEqualTo("invalid_client");
  }

  @Test
  void a_secret_that_many_report_at_once_is_recorded_once() {
    Tokens tokens = app.tokens(latchkey.browser().signIn(person));

    List<Answer> answers = Crowd.of(32, client -> report(tokens.access()));

    assertThat(answers).allMatch(answer -> answer.status() == 200);
    assertThat(
            latchkey
                .log()
                .lines()
                .filter(line -> line.contains("secret_leak") && line.contains(app.id())))
        .hasSize(1);
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    latchkey.clock.pass(Duration.ofMinutes(1));
  }

  /** Whether the refresh or the report is first, the new pair is a pair of the same grant. */
  @Test
  void a_refresh_during_a_report_leaves_nothing_active() {
    var browser = latchkey.browser().signIn(person);
    for (int round = 0; round < 10; round++) {
      Tokens tokens = app.tokens(browser);
      String leaked = round % 2 == 0 ? tokens.access() : tokens.refresh();

      List<Answer> answers =
          Crowd.of(6, i -> i == 0 ? report(leaked) : app.refresh(tokens.refresh()));

      assertThat(answers.getFirst().body()).isEqualTo("{}");
      assertThat(latchkey.isActive(tokens.access())).isFalse();
      assertThat(answers.subList(1, 6))
          .filteredOn(answer -> answer.status() == 200)
          .extracting(Tokens::of)
          .noneMatch(fresh -> latchkey.isActive(fresh.access()))
          .allMatch(fresh -> app.refresh(fresh.refresh()).status() == 400);
    }
  }

  /** A code that is exchanged while the secret of its app is reported gives at most one pair. */
  @Test
  void after_the_report_of_a_client_secret_no_exchange_succeeds() {
    var browser = latchkey.browser().signIn(person);
    for (int round = 0; round < 4; round++) {
      App reported = latchkey.app();
      List<String> codes = List.of(reported.code(browser), reported.code(browser));

      Crowd.of(2, i -> i == 0 ? report(reported.secret()) : reported.redeem(codes.getFirst()));

      assertThat(reported.redeem(codes.getLast()).error()).isEqualTo("invalid_client");
    }
  }

  @Test
  void the_answer_tells_nothing_and_a_wrong_checksum_costs_nothing() {
    String unknown = Secret.ACCESS.mint(new SecureRandom()).reveal();
    String wrong = unknown.substring(0, 54) + (unknown.endsWith("a") ? "b" : "a");
    for (int report = 0; report < 200; report++) {
      assertThat(report(wrong).status()).isEqualTo(200);
    }

    assertThat(report(unknown).body()).isEqualTo(report(wrong).body()).isEqualTo("{}");
    assertThat(report("").error()).isEqualTo("invalid_request");
    assertThat(Http.here().json(url(), "{\"token\":1}").error()).isEqualTo("invalid_request");
    assertThat(Http.here().form(url() + "?token=" + unknown, Map.of()).error())
        .isEqualTo("invalid_request");
    for (int report = 0; report < 130; report++) {
      Http.elsewhere().form(url(), Map.of("token", unknown));
    }
    Answer throttled = Http.elsewhere().form(url(), Map.of("token", unknown));
    assertThat(throttled.status()).isEqualTo(429);
    assertThat(throttled.has("Retry-After")).isTrue();
    latchkey.clock.pass(Duration.ofMinutes(1));
  }

  @Test
  void the_published_pattern_finds_what_is_issued() {
    String pattern = Http.here().get(url()).text("pattern");

    Tokens tokens = app.tokens(latchkey.browser().signIn(person));
    assertThat(List.of(tokens.access(), tokens.refresh(), app.secret()))
        .allMatch(secret -> secret.matches(pattern));
  }

  private String url() {
    return latchkey.url() + "/oauth2/leaked";
  }

  private Answer report(String token) {
    return latchkey.form("/oauth2/leaked", "token", token);
  }
}
