package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import java.security.SecureRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The first person sets the service up with a one-time link, and finds what to do next. */
@EachStore.ForClass
class SetupTest {
  private static final String EMAIL = "root@example.com";
  private static final String PASSWORD = "correct horse battery";

  private final Latchkey latchkey;
  private final Browser browser;

  SetupTest(Store store) {
    latchkey = Latchkey.start(store);
    browser = latchkey.browser();
  }

  @AfterEach
  void close() {
    latchkey.close();
  }

  @Test
  void after_the_setup_the_sign_in_page_says_that_the_account_exists() {
    Answer done = setUp();

    assertThat(browser.follow(done).body())
        .contains("<h1>Sign in</h1>", "Your organization and your account are created.");
  }

  @Test
  void until_there_is_an_account_the_sign_in_page_names_the_setup_link() {
    String hint = "open the setup link that the server printed";
    assertThat(browser.get("/sign-in").body()).contains(hint);

    setUp();

    assertThat(browser.get("/sign-in").body()).doesNotContain(hint);
  }

  @Test
  void the_audit_log_says_that_the_first_person_created_everything() {
    setUp();

    assertThat(log())
        .contains(
            "Root created the organization Acme",
            "Root created the team Apollo",
            "An account was created for Root",
            "Root set up Latchkey")
        .doesNotContain("nknown person", "added the user Root");
    assertThat(browser.get("/audit/export.jsonl?event=TEAM_CREATE").body())
        .contains("\"actor\":\"person\",\"actor_name\":\"Root\"");
  }

  private String log() {
    browser.submit(browser.get("/sign-in"), "email", EMAIL, "password", PASSWORD);
    return browser.get("/audit").body().replaceAll("<[^>]+>", "");
  }

  private Answer setUp() {
    Secret.Setup key = Secret.SETUP.mint(new SecureRandom());
    RequestMoment now = RequestMoment.ofServer(latchkey.clock.instant());
    latchkey.stores().users().setupLinks().offer(key, now);
    Answer done =
        browser.submit(
            browser.get("/setup?key=" + key.reveal()),
            "organization",
            "Acme",
            "kind",
            "MULTI_TEAM",
            "team",
            "Apollo",
            "name",
            "Root",
            "email",
            EMAIL,
            "password",
            PASSWORD);
    assertThat(done.status()).isEqualTo(303);
    return done;
  }
}
