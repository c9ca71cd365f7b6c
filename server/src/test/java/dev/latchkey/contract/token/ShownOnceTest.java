package dev.latchkey.contract.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A secret is shown once, and the form that created it creates no second one (security row 56). */
class ShownOnceTest extends OnBothStores {
  private static final String PERSONAL = "/account/credentials/new";
  private static final String ORGANIZATION = "/organization/credentials/new";
  private static final Pattern SECRET = Pattern.compile("lk_(cs|ot)_[0-9A-Za-z]{49}");

  private final Person person = latchkey.administrator();
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(person);
  }

  @Test
  void a_form_sent_by_many_at_once_makes_one_personal_credential() {
    Map<String, String> form = personal();

    List<Answer> answers = Crowd.of(8, i -> browser.post(PERSONAL, form));

    assertOneSecretIn(answers);
    assertThat(latchkey.owned(person)).hasSize(1);
  }

  @Test
  void a_form_sent_by_many_at_once_makes_one_organization_credential() {
    Map<String, String> form = organizational();

    List<Answer> answers = Crowd.of(8, i -> browser.post(ORGANIZATION, form));

    assertOneSecretIn(answers);
    assertThat(latchkey.owned(person)).hasSize(1);
  }

  @Test
  void a_late_reload_creates_nothing_even_after_the_purge() {
    Map<String, String> form = personal();
    assertThat(browser.post(PERSONAL, form).status()).isEqualTo(200);
    latchkey.clock.pass(Duration.ofMinutes(90));
    latchkey.stores().operation().purge().deleteBatch(latchkey.clock.instant());

    assertThat(browser.post(PERSONAL, form).status()).isEqualTo(403);
    Answer again = browser.post(PERSONAL, Http.fields(form, "current_password", person.password()));

    assertThat(again.status()).isEqualTo(409);
    assertThat(latchkey.owned(person)).hasSize(1);
  }

  @Test
  void a_refused_form_can_be_sent_again() {
    Map<String, String> form = personal();

    Answer refused = browser.post(PERSONAL, Http.fields(form, "redirect_uri", "nowhere"));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(browser.post(PERSONAL, form).status()).isEqualTo(200);
  }

  @Test
  void a_form_without_its_id_creates_nothing() {
    Answer answer = browser.post(PERSONAL, Http.fields(personal(), "form_id", null));

    assertThat(answer.status()).isEqualTo(409);
    assertThat(latchkey.owned(person)).isEmpty();
  }

  private Map<String, String> personal() {
    return Http.fields(
        Browser.hidden(browser.get(PERSONAL)),
        "name",
        "Board Sync",
        "redirect_uri",
        "https://app.example/callback",
        "scope",
        "read:issue:info");
  }

  private Map<String, String> organizational() {
    return Http.fields(
        Browser.hidden(browser.get(ORGANIZATION)),
        "name",
        "Nightly Export",
        "scope",
        "read:issue:info");
  }

  private static void assertOneSecretIn(List<Answer> answers) {
    assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(1);
    assertThat(answers.stream().filter(answer -> SECRET.matcher(answer.body()).find())).hasSize(1);
    assertThat(answers).allMatch(answer -> answer.status() == 200 || answer.status() == 409);
  }
}
