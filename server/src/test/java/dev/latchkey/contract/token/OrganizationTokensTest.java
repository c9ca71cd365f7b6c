package dev.latchkey.contract.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Organization;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The states of an organization token: changed, re-issued and revoked (rule 6.3). */
class OrganizationTokensTest extends OnBothStores {
  private static final Pattern LIVE = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");
  private static final Pattern SHOWN = Pattern.compile("id=\"access-token\">([^<]+)<");

  private final Person administrator = latchkey.administrator();
  private final Latchkey.Machine machine = latchkey.machine(administrator, Optional.empty());
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(administrator);
  }

  @Test
  void the_old_token_works_for_the_overlap_and_ends_without_any_job() {
    String fresh = reissued("DAY");

    assertThat(latchkey.introspect(machine.token()).json().path("exp").longValue())
        .isEqualTo(latchkey.clock.instant().plus(Duration.ofDays(1)).getEpochSecond());
    assertThat(latchkey.introspect(fresh).json().has("exp")).isFalse();
    latchkey.clock.pass(Duration.ofDays(1).minusSeconds(1));
    assertThat(latchkey.isActive(machine.token())).isTrue();
    latchkey.clock.pass(Duration.ofSeconds(1));
    assertThat(latchkey.isActive(machine.token())).isFalse();
    assertThat(latchkey.call(machine.token()).status()).isEqualTo(401);
    assertThat(latchkey.isActive(fresh)).isTrue();
    assertThat(auditRecords("token_reissue")).isEqualTo(1);
  }

  @Test
  void without_an_overlap_the_old_token_is_inactive_at_the_next_check() {
    String fresh = reissued("NONE");

    assertThat(latchkey.isActive(machine.token())).isFalse();
    assertThat(latchkey.isActive(fresh)).isTrue();
  }

  @Test
  void an_overlap_never_extends_an_earlier_one() {
    String second = reissued("HOUR");
    String third = reissued("WEEK");

    latchkey.clock.pass(Duration.ofHours(1));
    browser.signIn(administrator);
    assertThat(latchkey.isActive(machine.token())).isFalse();
    assertThat(latchkey.isActive(second)).isTrue();
    String fourth = reissued("NONE");
    assertThat(latchkey.isActive(second)).isFalse();
    assertThat(latchkey.isActive(third)).isFalse();
    assertThat(latchkey.isActive(fourth)).isTrue();
  }

  @Test
  void of_many_reissues_at_once_one_token_is_left_without_an_end() {
    Map<String, String> form = form();

    List<Answer> answers =
        Crowd.of(
            8,
            i ->
                browser.post(
                    path("tokens/new"),
                    Http.fields(form, "overlap", "HOUR", "form_id", anyFormId())));

    assertThat(answers).allMatch(answer -> answer.status() == 200);
    assertThat(
            answers.stream()
                .map(OrganizationTokensTest::shown)
                .filter(token -> !latchkey.introspect(token).json().has("exp")))
        .hasSize(1);
  }

  @Test
  void one_form_reissues_once() {
    Map<String, String> form = Http.fields(form(), "overlap", "HOUR", "form_id", anyFormId());

    List<Answer> answers = Crowd.of(8, i -> browser.post(path("tokens/new"), form));

    assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(1);
    assertThat(answers.stream().filter(answer -> answer.status() == 409)).hasSize(7);
    assertThat(listedTokens()).hasSize(2);
  }

  @Test
  void two_tokens_are_told_apart_by_their_last_characters_and_who_created_them() {
    Person colleague = latchkey.administrator();
    browser.signIn(colleague);
    String fresh = reissued("DAY");

    Answer page = page();

    assertThat(page.body())
        .containsSubsequence(
            "…" + ending(fresh),
            created(colleague),
            latchkey.clock.instant().toString(),
            "…" + ending(machine.token()),
            created(administrator))
        .doesNotContain(fresh, machine.token(), "lk_ot_");
  }

  private static String created(Person by) {
    return "Created by " + by.user().name() + ", on";
  }

  private static String ending(String token) {
    return token.substring(token.length() - 4);
  }

  @Test
  void a_changed_scope_holds_for_the_next_token_only() {
    Answer saved = browser.save(settings(), "SCOPES", "scope", "read:issue:info");

    assertThat(saved.status()).isEqualTo(303);
    assertThat(latchkey.introspect(machine.token()).text("scope")).isEqualTo(Latchkey.SCOPE);
    String fresh = reissued("HOUR");
    assertThat(latchkey.introspect(fresh).text("scope")).isEqualTo("read:issue:info");
    assertThat(latchkey.introspect(machine.token()).text("scope")).isEqualTo(Latchkey.SCOPE);
  }

  @Test
  void of_many_changes_at_once_one_is_saved() {
    Answer settings = settings();

    List<Answer> answers =
        Crowd.of(8, i -> browser.save(settings, "IDENTITY", "name", "Name " + i));

    assertThat(answers.stream().filter(answer -> answer.status() == 303)).hasSize(1);
    assertThat(answers.stream().filter(answer -> answer.status() == 409)).hasSize(7);
  }

  @Test
  void a_revoked_token_is_inactive_at_the_next_check_and_the_page_says_so() {
    Answer revoked = send("tokens/revoke", "token", listedTokens().getFirst());

    assertThat(revoked.status()).isEqualTo(303);
    assertThat(latchkey.isActive(machine.token())).isFalse();
    assertThat(page().body()).contains("This credential has no active token");
    assertThat(auditRecords("token_revoke")).isEqualTo(1);
    assertThat(latchkey.isActive(reissued("NONE"))).isTrue();
  }

  @Test
  void before_tokens_are_revoked_a_page_names_them() {
    String fresh = reissued("DAY");
    String old = listedTokens().getLast();

    Answer asked = browser.get(path("tokens/revoke") + "?token=" + old);

    assertThat(asked.body())
        .contains("Revoke …" + ending(machine.token()) + "?")
        .doesNotContain("…" + ending(fresh));
    assertThat(latchkey.isActive(machine.token())).isTrue();
    assertThat(browser.submit(asked).status()).isEqualTo(303);
    assertThat(latchkey.isActive(machine.token())).isFalse();
    assertThat(latchkey.isActive(fresh)).isTrue();
    assertThat(browser.get(path("tokens/revoke") + "?token=" + old).status()).isEqualTo(400);
    assertThat(browser.get(path("tokens/revoke")).status()).isEqualTo(400);
  }

  @Test
  void a_wrong_password_leaves_the_page_that_names_the_tokens() {
    String token = listedTokens().getFirst();
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer asked = browser.get(path("tokens/revoke") + "?token=" + token);

    Answer wrong = browser.submit(asked, "current_password", "wrong");

    assertThat(wrong.status()).isEqualTo(403);
    assertThat(wrong.body()).contains("Revoke …" + ending(machine.token()) + "?");
    assertThat(browser.submit(wrong, "current_password", administrator.password()).status())
        .isEqualTo(303);
    assertThat(latchkey.isActive(machine.token())).isFalse();
  }

  @Test
  void the_token_of_another_credential_is_not_revoked_here() {
    String own = listedTokens().getFirst();
    Latchkey.Machine other = latchkey.machine(administrator, Optional.empty());

    Answer refused =
        browser.post(
            "/organization/credentials/" + id(other) + "/tokens/revoke",
            Http.fields(form(), "token", own));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(latchkey.isActive(machine.token())).isTrue();
  }

  @Test
  void long_after_sign_in_both_need_the_password() {
    String token = listedTokens().getFirst();
    latchkey.clock.pass(Duration.ofMinutes(11));

    assertThat(send("tokens/new", "overlap", "NONE").status()).isEqualTo(403);
    assertThat(send("tokens/revoke", "token", token).status()).isEqualTo(403);
    assertThat(latchkey.isActive(machine.token())).isTrue();

    Answer revoked =
        send("tokens/revoke", "token", token, "current_password", administrator.password());
    assertThat(revoked.status()).isEqualTo(303);
  }

  @Test
  void other_people_cannot_change_it() {
    for (Person stranger : List.of(latchkey.person(), administratorElsewhere())) {
      browser.signIn(stranger);
      String token = Browser.hidden(browser.get("/account/credentials/new")).get("form_token");
      for (String act : List.of("settings", "tokens/new", "tokens/revoke", "delete")) {
        Answer answer =
            browser.post(path(act), Map.of("form_token", token, "overlap", "NONE", "name", "Mine"));
        assertThat(answer.status()).isIn(403, 404);
      }
    }
    assertThat(latchkey.isActive(machine.token())).isTrue();
  }

  private Person administratorElsewhere() {
    var elsewhere = latchkey.organization(Organization.Kind.MULTI_TEAM);
    return latchkey.administrator(elsewhere);
  }

  private String reissued(String overlap) {
    latchkey.clock.pass(Duration.ofSeconds(1));
    return shown(send("tokens/new", "overlap", overlap));
  }

  private static String shown(Answer answer) {
    Matcher shown = SHOWN.matcher(answer.body());
    assertThat(shown.find()).as(answer.toString()).isTrue();
    return shown.group(1);
  }

  private List<String> listedTokens() {
    return LIVE.matcher(page().body()).results().map(found -> found.group(1)).toList();
  }

  private Answer settings() {
    return browser.get(path("settings"));
  }

  private Answer send(String act, String... fields) {
    return browser.post(
        path(act), Http.fields(Http.fields(form(), "form_id", anyFormId()), fields));
  }

  private Map<String, String> form() {
    return Map.of("form_token", Browser.hidden(page()).get("form_token"));
  }

  private static String anyFormId() {
    return Id.FORM.draw(new SecureRandom()).value();
  }

  private Answer page() {
    return browser.get(path("tokens"));
  }

  private String path(String act) {
    return "/organization/credentials/" + id(machine) + (act.isEmpty() ? "" : "/" + act);
  }

  private static String id(Latchkey.Machine machine) {
    return machine.credential().clientId().value();
  }

  private long auditRecords(String event) {
    return latchkey
        .log()
        .lines()
        .filter(line ->
            line.contains("\"" + event + "\"")
                && line.contains("\"ok\"")
                && line.contains(id(machine)))
        .count();
  }
}
