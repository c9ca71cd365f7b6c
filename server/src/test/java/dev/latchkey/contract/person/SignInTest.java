package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guessed passwords (security rows 98 and 99), and the page that a sign-in leads to. */
class SignInTest extends OnBothStores {
  private final Person person = latchkey.person();
  private final Browser browser = latchkey.browser();

  @Test
  void of_many_guesses_at_once_in_many_spellings_ten_are_compared() {
    List<String> spellings =
        List.of(
            person.email(),
            person.email().toUpperCase(Locale.ROOT),
            " " + person.email(),
            person.email() + "\t");
    Map<String, String> form = Browser.hidden(browser.get("/sign-in"));

    List<Answer> answers =
        Crowd.of(
            40,
            i ->
                browser
                    .at(latchkey.url())
                    .post(
                        "/sign-in",
                        Http.fields(
                            form,
                            "email",
                            spellings.get(i % spellings.size()),
                            "password",
                            "wrong " + i)));

    assertThat(answers).filteredOn(answer -> answer.status() == 401).hasSize(10);
    assertThat(answers).filteredOn(answer -> answer.status() == 429).hasSize(30);
  }

  @Test
  void guesses_from_another_address_do_not_lock_the_owner_out() {
    var guesser = new Browser(latchkey.url(), Http.elsewhere());
    Answer last = guesser.get("/sign-in");
    for (int i = 0; i < 12; i++) {
      last = signIn(guesser, "wrong " + i);
    }

    assertThat(last.status()).isEqualTo(429);
    assertThat(signIn(browser, person.password()).status()).isEqualTo(303);
  }

  @Test
  void a_person_arrives_at_the_page_that_was_asked_for() {
    String asked = "/audit?from=2026-01-01&until=2026-02-01";

    Answer page = browser.follow(browser.get(asked));

    assertThat(browser.submit(page, credentials()).location()).isEqualTo(asked);
  }

  @Test
  void a_mistyped_password_does_not_lose_the_page_that_was_asked_for() {
    Answer page = browser.follow(browser.get("/account/security"));

    Answer again = browser.submit(page, "email", person.email(), "password", "wrong");

    assertThat(again.status()).isEqualTo(401);
    assertThat(browser.submit(again, credentials()).location()).isEqualTo("/account/security");
  }

  @Test
  void a_form_that_needs_a_sign_in_leads_to_the_start_page() {
    Map<String, String> form = Browser.hidden(browser.get("/sign-in"));

    Answer sent = browser.post("/account/credentials/new", form);

    assertThat(sent.status()).isEqualTo(303);
    assertThat(sent.location()).isEqualTo("/sign-in");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "\\\\evil.example/",
        "javascript:alert(1)",
        "account/security",
        "/a\r\nLocation: https://evil.example/",
        "/\t/evil.example",
        "/%00"
      })
  void a_sign_in_never_leads_to_another_site(String next) {
    String query = "?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
    Answer page = browser.get("/sign-in" + query);

    String location = browser.submit(page, credentials()).location();

    assertThat(URI.create(latchkey.url()).resolve(location).toString())
        .startsWith(latchkey.url() + "/");
    assertThat(location).isIn("/", "/%00");
  }

  private String[] credentials() {
    return new String[] {"email", person.email(), "password", person.password()};
  }

  private Answer signIn(Browser by, String password) {
    return by.submit(by.get("/sign-in"), "email", person.email(), "password", password);
  }
}
