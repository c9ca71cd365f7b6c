package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.TrustedSources;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.mail.smtp.MailServer;
import dev.latchkey.model.person.EmailAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * Attempts from all addresses of one IPv6 network are counted together (security rows 69 and 70).
 */
@EachStore.ForClass
class OneNetworkTest {
  private static Latchkey latchkey;

  @Parameter protected Store store;

  private final Person person = latchkey.person();

  /**
   * The addresses of the callers come from a trusted proxy, because one machine has too few
   * addresses for this test.
   */
  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    var mail =
        new MailServer(
            "127.0.0.1",
            9,
            MailServer.Tls.NONE,
            Optional.empty(),
            new EmailAddress("latchkey@example.com"));
    latchkey =
        Latchkey.start(
            store, settings -> settings.with(TrustedSources.trusting("127.0.0.1")).with(mail));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  @Test
  void wrong_passwords_are_counted_per_network() {
    Browser browser = latchkey.browser();
    var form = Browser.hidden(browser.get("/sign-in"));

    assertGuessesAreCountedTogether(
        10,
        401,
        from ->
            browser.post(
                "/sign-in", Http.fields(form, "email", person.email(), "password", "wrong"), from));
  }

  @Test
  void wrong_client_secrets_are_counted_per_network() {
    App app = latchkey.app();

    assertGuessesAreCountedTogether(
        20,
        401,
        from ->
            Http.here()
                .form(
                    latchkey.url() + "/oauth2/token",
                    App.fields(
                        "client_id",
                        app.id(),
                        "client_secret",
                        "wrong",
                        "code",
                        "none",
                        "grant_type",
                        "authorization_code"),
                    from));
  }

  @Test
  void requests_for_password_links_are_counted_per_network() {
    Browser browser = latchkey.browser();
    var form = Browser.hidden(browser.get("/forgot-password"));

    assertGuessesAreCountedTogether(
        10,
        200,
        from ->
            browser.post(
                "/forgot-password", Http.fields(form, "email", "nobody@example.com"), from));
  }

  @Test
  void wrong_second_factor_codes_are_counted_per_network() {
    Browser browser = latchkey.browser();
    Authenticator.enrol(browser.signIn(person), latchkey.clock.instant());
    latchkey.clock.pass(Duration.ofSeconds(30));
    browser.signOut();
    browser.signIn(person);
    var form = Browser.hidden(browser.get("/sign-in/code"));

    assertGuessesAreCountedTogether(
        10,
        401,
        from ->
            browser.post(
                "/sign-in/code", Http.fields(form, "code", "abcdef-abcdef-abcdef-abcdef"), from));
  }

  /**
   * Sends each guess from another address of one network, and then one from the neighbouring
   * network.
   */
  private static void assertGuessesAreCountedTogether(
      int limit, int wrong, Function<String[], Answer> guess) {
    List<Integer> statuses =
        IntStream.rangeClosed(0, limit)
            .mapToObj(i -> from("2001:db8:1:1::" + Integer.toHexString(i + 1)))
            .map(guess)
            .map(Answer::status)
            .toList();

    assertThat(statuses.subList(0, limit)).containsOnly(wrong);
    assertThat(statuses.getLast()).isEqualTo(429);
    assertThat(guess.apply(from("2001:db8:1:2::1")).status()).isEqualTo(wrong);
  }

  private static String[] from(String address) {
    return new String[] {"X-Forwarded-For", address};
  }
}
