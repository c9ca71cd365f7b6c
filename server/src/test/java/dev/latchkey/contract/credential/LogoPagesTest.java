package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Logos;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The logo of an app: how it is sent, shown and served. */
class LogoPagesTest extends OnBothStores {
  private static final Pattern SHOWN = Pattern.compile("src=\"(/logos/[^\"]+)\"");

  private final Person owner = latchkey.administrator();
  private final App app = latchkey.app(owner);
  private final String page = "/account/credentials/" + app.id();
  private final Browser developer = latchkey.browser().signIn(owner);

  private Answer upload(byte[] image) {
    return developer.upload(page + "/logo", token(), "logo", image);
  }

  private Map<String, String> token() {
    return Map.of(
        "form_token", Browser.hidden(developer.get(page + "/settings")).get("form_token"));
  }

  private static String logo(Answer shown) {
    Matcher found = SHOWN.matcher(shown.body());
    assertThat(found.find()).as(shown.body()).isTrue();
    return found.group(1);
  }

  @Test
  void it_is_shown_where_the_app_is_and_served_for_good_under_its_hash() {
    Browser user = latchkey.browser().signIn(latchkey.person());
    assertThat(app.consentPage(user).body())
        .contains("class=\"initial\"")
        .doesNotContain("/logos/");

    assertThat(upload(Logos.png(600, 0xff8800)).location()).endsWith("/settings?saved=yes");

    String first = logo(app.consentPage(user));
    app.tokens(user);
    for (Answer each :
        new Answer[] {
          user.get("/account/apps"),
          developer.get(page),
          developer.get(page + "/settings"),
          developer.get("/account/credentials")
        }) {
      assertThat(logo(each)).isEqualTo(first);
    }
    Answer served = Http.here().get(latchkey.url() + first);
    assertThat(served.status()).isEqualTo(200);
    assertThat(served.header("Content-Type")).isEqualTo("image/png");
    assertThat(served.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
    assertThat(served.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(served.header("Content-Security-Policy")).startsWith("default-src 'none'; sandbox");
    assertThat(served.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");

    upload(Logos.png(8, 0x0088ff));

    assertThat(logo(app.consentPage(user))).isNotEqualTo(first);
    assertThat(Http.here().get(latchkey.url() + first).status()).isEqualTo(404);
  }

  @Test
  void a_change_of_the_logo_while_a_user_decides_is_shown_before_it_counts() {
    Browser user = latchkey.browser().signIn(latchkey.person());
    Answer asked = app.consentPage(user);
    upload(Logos.png(8, 0x00ff00));

    Answer again = user.approve(asked);

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.body()).contains("/logos/");
  }

  @Test
  void it_is_removed_by_its_owner_and_with_its_credential() {
    upload(Logos.png(8, 0xff0000));
    String path = logo(developer.get(page));
    assertThat(developer.post(page + "/logo/remove", token()).status()).isEqualTo(303);
    assertThat(developer.get(page).body()).doesNotContain("/logos/");
    assertThat(Http.here().get(latchkey.url() + path).status()).isEqualTo(404);

    upload(Logos.png(8, 0xff0000));
    assertThat(logo(developer.get(page))).isEqualTo(path);
    latchkey
        .installation()
        .credentialActs()
        .delete()
        .by(new Actor.Operator(latchkey.now()), known());
    assertThat(Http.here().get(latchkey.url() + path).status()).isEqualTo(404);
  }

  private Credential known() {
    return latchkey
        .stores()
        .credentials()
        .credentials()
        .find(app.credential().clientId())
        .orElseThrow();
  }

  @Test
  void what_is_no_image_is_refused_and_the_logo_stays() {
    upload(Logos.png(8, 0xff0000));
    String before = logo(developer.get(page));

    for (byte[] other :
        new byte[][] {
          new byte[0],
          "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.UTF_8),
          Logos.png(1_025, 0)
        }) {
      Answer refused = upload(other);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body()).contains("The logo was not changed.", "aria-invalid=\"true\"");
    }
    assertThat(upload(new byte[300_000]).status()).isEqualTo(413);
    assertThat(logo(developer.get(page))).isEqualTo(before);
  }

  @Test
  void the_form_of_another_site_and_the_credential_of_another_person_are_refused() {
    byte[] image = Logos.png(8, 0xff0000);
    assertThat(developer.upload(page + "/logo", Map.of(), "logo", image).status()).isEqualTo(403);
    assertThat(developer.post(page + "/logo", token()).body()).contains("Choose an image first.");

    Person other = latchkey.person();
    Browser stranger = latchkey.browser().signIn(other);
    String token = Browser.hidden(stranger.get("/account/security")).get("form_token");
    assertThat(stranger.upload(page + "/logo", Map.of("form_token", token), "logo", image).status())
        .isEqualTo(404);
    assertThat(developer.get(page).body()).doesNotContain("/logos/");
  }

  @Test
  void the_audit_log_says_that_it_was_added_changed_and_removed_and_not_twice() {
    upload(Logos.png(8, 0xff0000));
    upload(Logos.png(8, 0xff0000));
    upload(Logos.png(8, 0x00ff00));
    developer.post(page + "/logo/remove", token());

    assertThat(
            Pattern.compile("\"logo\":\\{\"before\":\\[],\"after\":\\[\"([A-Z]+)\"]}")
                .matcher(developer.get("/audit/export.jsonl?event=CREDENTIAL_CHANGE").body())
                .results()
                .map(found -> found.group(1))
                .limit(3))
        .containsExactly("REMOVED", "CHANGED", "ADDED");
    assertThat(developer.get(page + "/activity").status()).isEqualTo(200);
  }
}
