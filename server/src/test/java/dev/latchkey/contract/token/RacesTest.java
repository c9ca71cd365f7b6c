package dev.latchkey.contract.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract 3 under simultaneous requests: there is exactly one outcome each time. */
class RacesTest extends OnBothStores {
  private static final int CLIENTS = 64;
  private static final int ROUNDS = 6;

  private final Person person = latchkey.person();
  private final App app = latchkey.app();
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  @Test
  void of_64_clients_with_one_code_exactly_one_gets_tokens() {
    for (int round = 0; round < ROUNDS; round++) {
      String code = app.code(browser);

      List<Answer> answers = Crowd.of(CLIENTS, client -> app.redeem(code));

      Tokens winner = onlyWinner(answers);
      assertThat(latchkey.isActive(winner.access())).isTrue();
    }
  }

  @Test
  void of_64_clients_with_one_refresh_token_exactly_one_gets_a_new_pair() {
    Tokens tokens = app.tokens(browser);
    for (int round = 0; round < ROUNDS; round++) {
      String refresh = tokens.refresh();

      List<Answer> answers = Crowd.of(CLIENTS, client -> app.refresh(refresh));

      String old = tokens.access();
      tokens = onlyWinner(answers);
      assertThat(latchkey.isActive(old)).isFalse();
      assertThat(latchkey.isActive(tokens.access())).isTrue();
    }
  }

  @Test
  void sixty_four_clients_with_one_idempotency_key_all_get_one_answer() {
    Tokens tokens = app.tokens(browser);
    for (int round = 0; round < ROUNDS; round++) {
      String refresh = tokens.refresh();
      String key = "key-" + round;

      List<Answer> answers = Crowd.of(CLIENTS, client -> app.refreshWithKey(refresh, key));

      assertThat(answers).allMatch(answer -> answer.status() == 200);
      assertThat(answers.stream().map(Answer::body).distinct()).hasSize(1);
      tokens = Tokens.of(answers.getFirst());
      assertThat(latchkey.isActive(tokens.access())).isTrue();
    }
  }

  @Test
  void a_refresh_during_a_revoke_leaves_nothing_active() {
    for (int round = 0; round < 4 * ROUNDS; round++) {
      Tokens tokens = app.tokens(browser);

      List<Answer> answers =
          Crowd.of(
              8,
              client ->
                  client % 2 == 0 ? app.refresh(tokens.refresh()) : app.revoke(tokens.access()));

      assertThat(latchkey.isActive(tokens.access())).isFalse();
      assertNothingAlive(answers);
    }
  }

  @Test
  void a_refresh_during_the_deletion_of_its_credential_leaves_nothing_active() {
    for (int round = 0; round < 2 * ROUNDS; round++) {
      App doomed = latchkey.app();
      Tokens tokens = doomed.tokens(browser);
      String code = doomed.code(browser);

      List<Answer> answers =
          Crowd.of(
              9,
              client -> {
                if (client == 4) {
                  latchkey.delete(doomed);
                  return app.revoke("nothing");
                }
                return client % 2 == 0 ? doomed.refresh(tokens.refresh()) : doomed.redeem(code);
              });

      assertThat(latchkey.isActive(tokens.access())).isFalse();
      assertNothingAlive(answers);
    }
  }

  private void assertNothingAlive(List<Answer> answers) {
    for (Answer answer : answers) {
      assertThat(answer.status()).isIn(200, 400, 401);
      if (answer.status() == 200 && !answer.body().equals("{}")) {
        Tokens fresh = Tokens.of(answer);
        assertThat(latchkey.isActive(fresh.access())).isFalse();
        assertThat(app.refresh(fresh.refresh()).status()).isEqualTo(400);
      }
    }
  }

  @Test
  void a_consent_approved_many_times_at_once_gives_one_code() {
    for (int round = 0; round < ROUNDS; round++) {
      Answer page = app.consentPage(browser);

      List<Answer> answers = Crowd.of(8, click -> browser.approve(page));

      Map<Integer, Long> statuses =
          answers.stream().collect(Collectors.groupingBy(Answer::status, Collectors.counting()));
      assertThat(statuses).isEqualTo(Map.of(303, 1L, 410, 7L));
    }
  }

  @Test
  void a_consent_approved_and_denied_at_once_has_one_end() {
    for (int round = 0; round < ROUNDS; round++) {
      Answer page = app.consentPage(browser);

      List<Answer> answers =
          Crowd.of(8, click -> click % 2 == 0 ? browser.approve(page) : browser.deny(page));

      assertThat(answers.stream().filter(Answer::isRedirect)).hasSize(1);
    }
  }

  @Test
  void wrong_secrets_sent_at_once_are_counted_one_by_one() {
    App guessed = latchkey.app();

    List<Answer> answers =
        Crowd.of(CLIENTS, client -> guessed.withSecret("wrong").revoke("nothing"));

    Map<Integer, Long> statuses =
        answers.stream().collect(Collectors.groupingBy(Answer::status, Collectors.counting()));
    assertThat(statuses).isEqualTo(Map.of(401, 20L, 429, 44L));
  }

  private static Tokens onlyWinner(List<Answer> answers) {
    Map<Integer, Long> statuses =
        answers.stream().collect(Collectors.groupingBy(Answer::status, Collectors.counting()));
    assertThat(statuses).isEqualTo(Map.of(200, 1L, 400, answers.size() - 1L));
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 400)
        .allMatch(answer -> answer.error().equals("invalid_grant"));
    return answers.stream()
        .filter(answer -> answer.status() == 200)
        .map(Tokens::of)
        .findFirst()
        .orElseThrow();
  }
}
