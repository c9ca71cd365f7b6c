package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One-time links to choose a password: invitations and resets (security row 102). */
class PasswordLinksTest extends OnBothStores {
  private static final String HERE = "/organization/people";
  private static final String CHOSEN = "seven wet umbrellas";
  private static final Pattern LINK = Pattern.compile("<code id=\"password-link\">([^<]+)</code>");

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Person olga =
      latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, false, apollo);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, false, apollo);
  private final Browser admin = latchkey.browser();

  @BeforeEach
  void signIn() {
    admin.signIn(olga);
  }

  @Test
  void an_invited_person_chooses_a_password_and_signs_in() {
    String email = "new-" + mei.email();
    Answer made = send("/new", "name", "New Person", "email", " " + email, "role", "MEMBER");
    String link = link(made);
    Browser theirs = latchkey.browser();
    assertThat(signIn(email, "").status()).isEqualTo(401);
    assertThat(signIn(email, CHOSEN).status()).isEqualTo(401);

    assertThat(theirs.get(link).status()).isEqualTo(200);
    assertThat(theirs.get(link).body()).contains(email);
    Answer chosen = choose(theirs, link, CHOSEN);

    assertThat(chosen.status()).isEqualTo(303);
    assertThat(signIn(email, CHOSEN).status()).isEqualTo(303);
    assertThat(theirs.get(link).status()).isEqualTo(410);
    assertThat(latchkey.log()).doesNotContain(secret(link)).contains("password_reset");
  }

  @Test
  void an_address_that_is_taken_cannot_be_invited() {
    Answer refused =
        send(
            "/new",
            "name",
            "Other",
            "email",
            mei.email().toUpperCase(Locale.ROOT),
            "role",
            "MEMBER");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(signIn(mei.email(), mei.password()).status()).isEqualTo(303);
  }

  @Test
  void a_reset_ends_every_session_and_the_old_password() {
    Browser theirs = latchkey.browser().signIn(mei);
    String link = reset();
    assertThat(theirs.get("/account/profile").status()).isEqualTo(200);

    assertThat(choose(latchkey.browser(), link, CHOSEN).status()).isEqualTo(303);

    assertThat(theirs.get("/account/profile").location()).startsWith("/sign-in?");
    assertThat(signIn(mei.email(), mei.password()).status()).isEqualTo(401);
    assertThat(signIn(mei.email(), CHOSEN).status()).isEqualTo(303);
  }

  @Test
  void of_16_who_use_one_link_at_once_one_sets_the_password() {
    String link = reset();
    Browser theirs = latchkey.browser();
    Map<String, String> form = Browser.hidden(theirs.get(link));

    List<Answer> answers =
        Crowd.of(
            16,
            i ->
                theirs
                    .at(latchkey.url())
                    .post(
                        "/password",
                        Http.fields(
                            form, "new_password", CHOSEN + i, "repeated_password", CHOSEN + i)));

    assertThat(answers).filteredOn(answer -> answer.status() == 303).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 410).hasSize(15);
    int won =
        answers.indexOf(
            answers.stream().filter(each -> each.status() == 303).findFirst().orElseThrow());
    assertThat(signIn(mei.email(), CHOSEN + won).status()).isEqualTo(303);
  }

  @Test
  void the_link_is_shown_with_a_copy_button_and_the_script_of_the_button() {
    Answer shown = send("/" + mei.id() + "/link");

    assertThat(shown.body()).contains("data-copies=\"password-link\"", "src=\"/assets/console.js");
    assertThat(shown.header("Content-Security-Policy")).contains("script-src 'self'");
  }

  @Test
  void a_newer_link_ends_the_one_before() {
    String first = reset();
    String second = reset();
    assertThat(latchkey.browser().get(first).status()).isEqualTo(410);
    assertThat(latchkey.browser().get(second).status()).isEqualTo(200);
  }

  @Test
  void disabling_the_person_ends_the_link_for_good() {
    String link = reset();
    Answer asked = admin.get(HERE + "/" + mei.id() + "/disable");
    assertThat(admin.submit(asked).status()).isEqualTo(303);
    assertThat(latchkey.browser().get(link).status()).isEqualTo(410);
    assertThat(send("/" + mei.id() + "/link").status()).isEqualTo(409);
    assertThat(send("/" + mei.id() + "/enable").status()).isEqualTo(303);
    assertThat(latchkey.browser().get(link).status()).isEqualTo(410);
  }

  @Test
  void a_changed_address_ends_the_link() {
    String link = reset();
    Answer changed =
        send(
            "/" + mei.id(),
            "version",
            "1",
            "name",
            "Mei",
            "email",
            "moved-" + mei.email(),
            "role",
            "MEMBER");
    assertThat(changed.status()).isEqualTo(303);
    assertThat(latchkey.browser().get(link).status()).isEqualTo(410);
  }

  @Test
  void a_reset_is_valid_for_an_hour_and_an_invitation_for_three_days() {
    String reset = reset();
    String invitation =
        link(send("/new", "name", "N", "email", "n-" + mei.email(), "role", "MEMBER"));
    latchkey.clock.pass(Duration.ofMinutes(59));
    assertThat(latchkey.browser().get(reset).status()).isEqualTo(200);
    latchkey.clock.pass(Duration.ofMinutes(1));
    assertThat(latchkey.browser().get(reset).status()).isEqualTo(410);
    assertThat(latchkey.browser().get(invitation).status()).isEqualTo(200);
    latchkey.clock.pass(Duration.ofHours(71));
    assertThat(latchkey.browser().get(invitation).status()).isEqualTo(410);
  }

  @Test
  void the_link_leads_to_the_published_address_whatever_a_header_says() {
    Answer made =
        admin.post(
            HERE + "/" + mei.id() + "/link",
            Map.of("form_token", token()),
            "X-Forwarded-Host",
            "evil.example",
            "Forwarded",
            "host=evil.example;proto=https",
            "X-Forwarded-Proto",
            "https",
            "X-Original-Host",
            "evil.example");
    assertThat(link(made)).startsWith(latchkey.url() + "/password?key=lk_pl_");
    assertThat(made.body()).doesNotContain("evil");
  }

  @Test
  void pages_with_a_link_are_not_cached_and_send_no_referrer() {
    Answer made = send("/" + mei.id() + "/link");
    for (Answer page : List.of(made, latchkey.browser().get(link(made)))) {
      assertThat(page.header("Cache-Control")).isEqualTo("no-store");
      assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    }
  }

  @Test
  void a_weak_or_mistyped_password_does_not_use_up_the_link() {
    String link = reset();
    Browser theirs = latchkey.browser();
    assertThat(choose(theirs, link, "short").status()).isEqualTo(400);
    assertThat(choose(theirs, link, mei.email()).status()).isEqualTo(400);
    Answer mistyped =
        theirs.submit(theirs.get(link), "new_password", CHOSEN, "repeated_password", "other");
    assertThat(mistyped.status()).isEqualTo(400);
    assertThat(choose(theirs, link, CHOSEN).status()).isEqualTo(303);
  }

  @Test
  void a_forged_link_is_refused() {
    String link = reset();
    Browser theirs = latchkey.browser();
    char last = link.charAt(link.length() - 1);
    String forged = link.substring(0, link.length() - 1) + (last == 'x' ? 'y' : 'x');
    assertThat(theirs.get(forged).status()).isEqualTo(410);
    assertThat(theirs.get("/password").status()).isEqualTo(410);
    assertThat(theirs.get("/password?key=" + theirs.cookie("latchkey_browser")).status())
        .isEqualTo(410);
  }

  @Test
  void making_a_link_long_after_sign_in_needs_the_password() {
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer refused = send("/" + mei.id() + "/link");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).doesNotContain("lk_pl_");
    assertThat(send("/" + mei.id() + "/link", "current_password", "wrong").status()).isEqualTo(403);
    assertThat(send("/" + mei.id() + "/link", "current_password", olga.password()).status())
        .isEqualTo(200);
  }

  private String reset() {
    return link(send("/" + mei.id() + "/link"));
  }

  private static String link(Answer answer) {
    Matcher link = LINK.matcher(answer.body());
    assertThat(link.find()).as(answer.toString()).isTrue();
    return link.group(1);
  }

  private static String secret(String link) {
    return link.substring(link.indexOf('=') + 1);
  }

  private static Answer choose(Browser browser, String link, String password) {
    return browser.submit(
        browser.get(link), "new_password", password, "repeated_password", password);
  }

  private Answer signIn(String email, String password) {
    Browser fresh = latchkey.browser();
    return fresh.submit(fresh.get("/sign-in"), "email", email, "password", password);
  }

  private Answer send(String path, String... fields) {
    return admin.post(HERE + path, Http.fields(Map.of("form_token", token()), fields));
  }

  private String token() {
    return Browser.hidden(admin.get("/account/profile")).get("form_token");
  }
}
