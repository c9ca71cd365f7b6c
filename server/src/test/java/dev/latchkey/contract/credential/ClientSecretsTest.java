package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The secret of a personal credential can be replaced without downtime (rule 6.3). */
class ClientSecretsTest extends OnBothStores {
  private static final Pattern LIVE = Pattern.compile("/retire\\?secret=([0-9a-f]{64})");
  private static final Pattern SHOWN = Pattern.compile("id=\"client-secret\">([^<]+)<");

  private final Person owner = latchkey.person();
  private final App app = latchkey.app(owner);
  private final Browser browser = latchkey.browser();

  @BeforeEach
  void signIn() {
    browser.signIn(owner);
  }

  @Test
  void both_secrets_authenticate_until_the_old_one_is_retired() {
    App renewed = app.withSecret(added());
    assertThat(authenticates(app)).isTrue();
    assertThat(authenticates(renewed)).isTrue();
    assertThat(listedSecrets()).hasSize(2);

    String old = listedSecrets().getLast();
    assertThat(send("retire", "secret", old).status()).isEqualTo(303);

    assertThat(authenticates(app)).isFalse();
    assertThat(authenticates(renewed)).isTrue();
    assertThat(auditRecords("secret_create")).isEqualTo(1);
    assertThat(auditRecords("secret_retire")).isEqualTo(1);
  }

  @Test
  void before_a_secret_is_retired_a_page_names_it_and_the_one_that_stays() {
    String fresh = added();
    String old = listedSecrets().getLast();

    Answer asked = browser.get(path("retire") + "?secret=" + old);

    assertThat(asked.status()).isEqualTo(200);
    assertThat(asked.body())
        .contains("Retire the secret …" + ending(app.secret()) + "?")
        .contains("…" + ending(app.secret()) + " stops working immediately")
        .contains("…" + ending(fresh) + " keeps working");
    assertThat(authenticates(app)).isTrue();

    assertThat(browser.submit(asked).status()).isEqualTo(303);
    assertThat(authenticates(app)).isFalse();
    assertThat(authenticates(app.withSecret(fresh))).isTrue();
    assertThat(browser.get(path("retire") + "?secret=" + old).status()).isEqualTo(409);
  }

  @Test
  void a_third_secret_is_refused() {
    App renewed = app.withSecret(added());

    Answer refused = send("new");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).doesNotContain("lk_cs_");
    assertThat(authenticates(app)).isTrue();
    assertThat(authenticates(renewed)).isTrue();
  }

  @Test
  void of_many_new_secrets_at_once_one_is_created() {
    String token = token();

    List<Answer> answers =
        Crowd.of(
            8, i -> browser.post(path("new"), Map.of("form_token", token, "form_id", anyFormId())));

    assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(1);
    assertThat(listedSecrets()).hasSize(2);
  }

  @Test
  void the_last_secret_is_never_retired() {
    App renewed = app.withSecret(added());
    List<String> both = listedSecrets();
    String token = token();

    List<Answer> answers =
        Crowd.of(
            2,
            i -> browser.post(path("retire"), Map.of("form_token", token, "secret", both.get(i))));

    assertThat(answers.stream().map(Answer::status)).containsExactlyInAnyOrder(303, 409);
    assertThat(authenticates(app)).isNotEqualTo(authenticates(renewed));
    assertThat(send("retire", "secret", both.get(0)).status()).isEqualTo(409);
    assertThat(send("retire", "secret", both.get(1)).status()).isEqualTo(409);
    assertThat(authenticates(app)).isNotEqualTo(authenticates(renewed));
  }

  @Test
  void the_secrets_of_another_person_are_not_found_and_stay_valid() {
    added();
    List<String> both = listedSecrets();
    Browser stranger = latchkey.browser().signIn(latchkey.person());
    String token = Browser.hidden(stranger.get("/account/credentials/new")).get("form_token");
    Map<String, String> form =
        Map.of("form_token", token, "form_id", anyFormId(), "secret", both.getLast());

    assertThat(stranger.post(path("retire"), form).status()).isEqualTo(404);
    assertThat(stranger.post(path("new"), form).status()).isEqualTo(404);
    assertThat(stranger.get(path("retire") + "?secret=" + both.getLast()).status()).isEqualTo(404);

    assertThat(listedSecrets()).isEqualTo(both);
    assertThat(authenticates(app)).isTrue();
  }

  @Test
  void a_secret_of_another_credential_is_not_retired_by_this_one() {
    added();
    String foreign = listedSecrets().getLast();
    App second = latchkey.app(owner);

    Answer refused =
        browser.post(
            "/account/credentials/" + second.id() + "/secrets/retire",
            Map.of("form_token", token(), "secret", foreign));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(listedSecrets()).contains(foreign);
  }

  @Test
  void long_after_sign_in_a_new_secret_needs_the_password() {
    latchkey.clock.pass(Duration.ofMinutes(11));

    assertThat(send("new").status()).isEqualTo(403);
    Answer wrong = send("new", "current_password", "wrong");
    assertThat(wrong.status()).isEqualTo(403);
    assertThat(wrong.body()).doesNotContain("lk_cs_");

    Answer right = send("new", "current_password", owner.password());
    assertThat(right.status()).isEqualTo(200);
    assertThat(right.body()).contains("lk_cs_");
  }

  @Test
  void long_after_sign_in_retiring_a_secret_needs_the_password() {
    App renewed = app.withSecret(added());
    String old = listedSecrets().getLast();
    latchkey.clock.pass(Duration.ofMinutes(11));

    Answer asked = send("retire", "secret", old);

    assertThat(asked.status()).isEqualTo(403);
    assertThat(asked.body()).contains("name=\"current_password\"", "…" + ending(app.secret()));
    assertThat(authenticates(app)).isTrue();
    Answer wrong = browser.submit(asked, "current_password", "wrong");
    assertThat(wrong.status()).isEqualTo(403);
    assertThat(wrong.body()).contains("No secret was retired.", "not your password");
    assertThat(browser.submit(asked, "current_password", owner.password()).status()).isEqualTo(303);
    assertThat(authenticates(app)).isFalse();
    assertThat(authenticates(renewed)).isTrue();
  }

  @Test
  void the_page_tells_secrets_apart_but_does_not_show_them() {
    String secret = added();

    Answer page = page();

    assertThat(page.body())
        .contains("…" + ending(secret), "…" + ending(app.secret()))
        .contains(created(owner))
        .contains(latchkey.clock.instant().toString())
        .doesNotContain(secret, app.secret(), "lk_cs_", "…" + longEnding(secret));
  }

  @Test
  void after_a_transfer_the_page_names_the_new_owner_as_the_creator_of_the_new_secret() {
    Person heir = latchkey.person();
    Browser theirs = latchkey.browser().signIn(heir);
    browser.post(
        "/account/credentials/" + app.id() + "/transfer",
        Map.of("form_token", token(), "new_owner", heir.email()));
    Answer offer = theirs.get("/account/credentials/" + app.id() + "/offer");
    assertThat(offer.body()).contains("…" + ending(app.secret()), created(owner));
    theirs.submit(offer);
    String page = "/account/credentials/" + app.id() + "/secrets";
    String token = Browser.hidden(theirs.get(page)).get("form_token");

    Answer created = theirs.post(path("new"), Map.of("form_token", token, "form_id", anyFormId()));

    assertThat(theirs.get(page).body())
        .contains("…" + ending(shown(created)), created(heir))
        .doesNotContain("…" + ending(app.secret()), created(owner));
  }

  private static String created(Person by) {
    return "Created by " + by.user().name() + ", on";
  }

  private static String ending(String secret) {
    return secret.substring(secret.length() - 4);
  }

  private static String longEnding(String secret) {
    return secret.substring(secret.length() - 5);
  }

  private String added() {
    latchkey.clock.pass(Duration.ofSeconds(1));
    return shown(send("new"));
  }

  private static String shown(Answer answer) {
    Matcher shown = SHOWN.matcher(answer.body());
    assertThat(shown.find()).isTrue();
    return shown.group(1);
  }

  private boolean authenticates(App as) {
    int status = as.inspect("lk_at_unknown").status();
    assertThat(status).isIn(200, 401);
    return status == 200;
  }

  private List<String> listedSecrets() {
    return LIVE.matcher(page().body()).results().map(found -> found.group(1)).toList();
  }

  private Answer send(String act, String... fields) {
    return browser.post(
        path(act), Http.fields(Map.of("form_token", token(), "form_id", anyFormId()), fields));
  }

  private static String anyFormId() {
    return Id.FORM.draw(new SecureRandom()).value();
  }

  private String path(String act) {
    return "/account/credentials/" + app.id() + "/secrets/" + act;
  }

  private Answer page() {
    return browser.get("/account/credentials/" + app.id() + "/secrets");
  }

  private String token() {
    return Browser.hidden(browser.get("/account/credentials/new")).get("form_token");
  }

  private long auditRecords(String event) {
    return latchkey
        .log()
        .lines()
        .filter(line ->
            line.contains("\"" + event + "\"")
                && line.contains("\"ok\"")
                && line.contains(app.id()))
        .count();
  }
}
