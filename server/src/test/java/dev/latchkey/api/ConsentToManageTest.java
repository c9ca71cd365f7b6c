package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Rules;
import dev.latchkey.model.credential.Credential;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * A token of the management API does what the pages do only after a recent sign-in, so allowing an
 * app to have one needs it too (rule 6.5). Otherwise a thief with an old session would make an app,
 * allow it, and keep what it can do.
 */
@EachStore.ForClass
@SuppressWarnings("NullAway.Init")
class ConsentToManageTest {
  private static final String CALLBACK = "https://app.example/callback";
  private static final String READ = "read:latchkey:users";
  private static final String WRITE = "read:latchkey:users,write:latchkey:users";

  private static Latchkey latchkey;

  @Parameter Store store;

  private final Person person = latchkey.administrator();
  private final Browser browser = latchkey.browser().signIn(person);

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    Rules rules = Latchkey.rules(Rules.DeviceFlow.TYPED);
    latchkey =
        Latchkey.start(
            store, settings -> settings.with(settings.platform().withManagementApi()).with(rules));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  private App app(String scope) {
    return latchkey.app(person, List.of(CALLBACK), scope, Credential.Option.DEVICE_FLOW);
  }

  private static String request(App app) {
    return "response_type=code&state=s&client_id=" + app.id();
  }

  @Test
  void long_after_sign_in_a_consent_that_can_manage_needs_the_password() {
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer page = browser.authorize(request(app(WRITE)));
    assertThat(page.body()).contains("name=\"current_password\"");

    Answer without = browser.approve(page);
    Answer wrong = browser.approve(page, "current_password", "wrong");
    Answer right = browser.approve(page, "current_password", person.password());

    assertThat(without.status()).isEqualTo(403);
    assertThat(without.body()).contains("This is not your password");
    assertThat(wrong.status()).isEqualTo(403);
    assertThat(right.location()).startsWith(CALLBACK + "?code=");
  }

  @Test
  void long_after_sign_in_a_device_that_can_manage_needs_the_password() {
    App app = app(WRITE);
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer begun =
        Http.here()
            .form(latchkey.url() + "/oauth2/device_authorization", Map.of("client_id", app.id()));
    Answer page = browser.submit(browser.get("/device"), "user_code", begun.text("user_code"));
    assertThat(page.body()).contains("name=\"current_password\"");

    assertThat(browser.approve(page).status()).isEqualTo(403);
    assertThat(browser.approve(page, "current_password", person.password()).location())
        .isEqualTo("/device?decided=approve");
  }

  @Test
  void a_consent_that_only_reads_needs_no_password() {
    latchkey.clock.pass(Duration.ofMinutes(11));

    Answer page = browser.authorize(request(app(READ)));

    assertThat(page.body()).doesNotContain("current_password");
    assertThat(browser.approve(page).location()).startsWith(CALLBACK + "?code=");
  }
}
