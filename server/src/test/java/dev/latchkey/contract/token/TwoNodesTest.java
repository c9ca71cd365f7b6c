package dev.latchkey.contract.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.PasskeyDevice;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Two processes that share one PostgreSQL database behave as one service (rule 3.7). */
@Order(1)
class TwoNodesTest {
  private static final int ROUNDS = 300;

  private static Latchkey store;
  private static Program first;
  private static Program second;
  private static String firstUrl;
  private static String secondUrl;

  private final Person person = store.person();
  private final App app = store.app();
  private final App here = app.at(firstUrl);
  private final App there = app.at(secondUrl);
  private final Browser browser = new Browser(firstUrl);

  @BeforeAll
  static void start() {
    store = Latchkey.start(Store.POSTGRESQL);
    String database = store.settings().store().database().orElseThrow();
    first = Program.serve(store.data(), database);
    second = Program.serve(store.data(), database);
    firstUrl = first.url();
    secondUrl = second.url();
  }

  @AfterAll
  static void stop() {
    first.close();
    second.close();
    store.close();
  }

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  @Test
  void a_node_without_the_key_file_of_the_others_does_not_start() {
    Program third =
        Program.serve(
            Latchkey.temporaryDirectory(), store.settings().store().database().orElseThrow());

    assertThat(third.exitCode()).isNotZero();
    assertThat(third.err()).hasLineCount(1).contains("latchkey.key", "missing");
  }

  @Test
  void both_nodes_publish_the_same_keys() {
    assertThat(Http.here().get(firstUrl + "/oauth2/jwks").body())
        .isEqualTo(Http.here().get(secondUrl + "/oauth2/jwks").body());
  }

  @Test
  void a_sign_in_on_one_node_holds_on_the_other() {
    assertThat(app.consentPage(browser.at(secondUrl)).status()).isEqualTo(200);
  }

  @Test
  void a_request_that_arrived_at_one_node_is_decided_once_at_another() {
    Answer page = app.consentPage(browser.at(firstUrl));

    assertThat(browser.at(secondUrl).approve(page).sent()).containsKey("code");
    assertThat(browser.at(firstUrl).approve(page).status()).isEqualTo(410);
  }

  @Test
  void a_sign_in_begun_on_one_node_is_completed_on_the_other_and_its_code_works_once() {
    Instant now = Instant.now();
    String code = Authenticator.enrol(browser, now).code(now.plusSeconds(30));
    List<Browser> waiting = Stream.generate(this::afterPassword).limit(6).toList();

    List<Answer> answers =
        Crowd.of(
            waiting.size(),
            i -> {
              String node = i % 2 == 0 ? firstUrl : secondUrl;
              Browser there = waiting.get(i).at(node);
              return there.submit(there.get("/sign-in/code"), "code", code);
            });

    assertThat(answers).filteredOn(answer -> answer.status() == 303).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 401).hasSize(5);
  }

  @Test
  void a_challenge_that_was_answered_wrongly_at_one_node_is_spent_at_the_other() {
    var device = new PasskeyDevice(firstUrl);
    Answer offer = Authenticator.post(browser, "passkeys/new");
    String created = device.create(PasskeyDevice.options(offer));
    browser.submit(offer, "name", "Phone", "passkey", created);
    var forger = new PasskeyDevice(firstUrl);
    device.origin = secondUrl;
    device.counter = 1;
    var fresh = new Browser(firstUrl);
    Answer page = fresh.get("/sign-in");
    String options = PasskeyDevice.options(page);
    var forged =
        Http.fields(
            Browser.hidden(page),
            "passkey",
            forger.sign(options).replace(forger.id(), device.id()));
    var right = Http.fields(Browser.hidden(page), "passkey", device.sign(options));

    assertThat(fresh.post("/sign-in/passkey", forged).status()).isEqualTo(401);

    Browser there = fresh.at(secondUrl);
    assertThat(there.post("/sign-in/passkey", right).status()).isEqualTo(401);
    Answer again = there.get("/sign-in");
    String answer = device.sign(PasskeyDevice.options(again));
    assertThat(
            there
                .post("/sign-in/passkey", Http.fields(Browser.hidden(again), "passkey", answer))
                .status())
        .isEqualTo(303);
  }

  private Browser afterPassword() {
    var fresh = new Browser(firstUrl);
    fresh.submit(fresh.get("/sign-in"), "email", person.email(), "password", person.password());
    return fresh;
  }

  @Test
  void a_token_revoked_on_one_node_is_inactive_on_the_other_at_once() {
    Tokens tokens = here.tokens(browser);
    for (int round = 0; round < ROUNDS; round++) {
      assertThat(Latchkey.isActive(secondUrl, tokens.access())).isTrue();

      App one = round % 2 == 0 ? here : there;
      String other = round % 2 == 0 ? secondUrl : firstUrl;
      Tokens fresh = Tokens.of(one.refresh(tokens.refresh()));
      assertThat(Latchkey.isActive(other, tokens.access())).isFalse();
      assertThat(Latchkey.isActive(other, fresh.access())).isTrue();
      tokens = fresh;
      if (round % 3 == 0) {
        assertThat(one.revoke(tokens.access()).status()).isEqualTo(200);
        assertThat(Latchkey.isActive(other, tokens.access())).isFalse();
        tokens = there.tokens(browser);
      }
    }
  }

  @Test
  void wrong_secrets_at_one_node_make_the_right_one_wait_at_the_other_at_once() {
    assertThat(there.inspect("lk_at_x").status()).isEqualTo(200);
    assertThat(there.inspect("lk_at_x").status()).isEqualTo(200);

    for (int guess = 0; guess < 20; guess++) {
      assertThat(here.withSecret("wrong").inspect("lk_at_x").status()).isEqualTo(401);
    }

    assertThat(there.inspect("lk_at_x").status()).isEqualTo(429);
  }

  @Test
  void a_credential_deleted_at_one_node_is_refused_at_the_other_at_once() {
    assertThat(there.inspect("lk_at_x").status()).isEqualTo(200);

    store.delete(app);

    assertThat(there.inspect("lk_at_x").status()).isEqualTo(401);
    assertThat(here.inspect("lk_at_x").status()).isEqualTo(401);
  }

  @Test
  void one_code_at_two_nodes_is_redeemed_once() {
    for (int round = 0; round < 20; round++) {
      String code = app.code(browser);

      List<Answer> answers = Crowd.of(16, client -> (client % 2 == 0 ? here : there).redeem(code));

      assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(1);
      assertThat(answers.stream().filter(answer -> answer.status() == 400)).hasSize(15);
    }
  }

  @Test
  void one_refresh_token_at_two_nodes_is_rotated_once() {
    Tokens tokens = here.tokens(browser);
    for (int round = 0; round < 20; round++) {
      String refresh = tokens.refresh();

      List<Answer> answers =
          Crowd.of(16, client -> (client % 2 == 0 ? here : there).refresh(refresh));

      assertThat(answers.stream().filter(answer -> answer.status() == 400)).hasSize(15);
      tokens =
          answers.stream()
              .filter(answer -> answer.status() == 200)
              .map(Tokens::of)
              .findFirst()
              .orElseThrow();
    }
  }

  @Test
  void one_idempotency_key_at_two_nodes_has_one_answer() {
    Tokens tokens = here.tokens(browser);
    for (int round = 0; round < 20; round++) {
      String refresh = tokens.refresh();

      List<Answer> answers =
          Crowd.of(16, client -> (client % 2 == 0 ? here : there).refreshWithKey(refresh, "key"));

      assertThat(answers.stream().map(Answer::body).distinct()).hasSize(1);
      tokens = Tokens.of(answers.getFirst());
    }
  }

  @Test
  void a_refresh_on_one_node_during_a_revoke_on_the_other_leaves_nothing_active() {
    for (int round = 0; round < 30; round++) {
      Tokens tokens = here.tokens(browser);

      List<Answer> answers =
          Crowd.of(
              4,
              client ->
                  client % 2 == 0 ? here.refresh(tokens.refresh()) : there.revoke(tokens.access()));

      assertThat(Latchkey.isActive(firstUrl, tokens.access())).isFalse();
      for (Answer answer : answers) {
        if (answer.status() == 200 && !answer.body().equals("{}")) {
          assertThat(Latchkey.isActive(secondUrl, Tokens.of(answer).access())).isFalse();
        }
      }
    }
  }
}
