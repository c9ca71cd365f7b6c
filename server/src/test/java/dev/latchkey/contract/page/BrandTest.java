package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.console.asset.Brand;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The operator's name, logo and colour on the pages. */
class BrandTest {
  private static final String DRAWING =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 80 40'>"
          + "<script>alert(1)</script></svg>";

  private static Latchkey latchkey;

  @BeforeAll
  static void start() {
    var brand =
        new Brand(
            "Contoso <Keys>",
            Optional.of(Brand.Image.of(DRAWING.getBytes(StandardCharsets.UTF_8))),
            Optional.of(new Brand.Colours("#0b6e4f", "#0b6e4f")));
    latchkey = Latchkey.start(Store.SQLITE, settings -> settings.with(brand));
  }

  @AfterAll
  static void stop() {
    latchkey.close();
  }

  @Test
  void sign_in_and_consent_show_the_name_the_logo_and_the_colour() {
    Browser browser = latchkey.browser();
    Answer signIn = browser.get("/sign-in");
    browser.signIn(latchkey.person());
    Answer consent = browser.authorize("response_type=code&client_id=" + latchkey.app().id());

    for (Answer page : new Answer[] {signIn, consent, browser.get("/")}) {
      assertThat(page.body())
          .contains("· Contoso &lt;Keys&gt;</title>")
          .contains("<span class=\"word\">Contoso &lt;Keys&gt;</span>")
          .contains("Contoso &lt;Keys&gt; manages access to the open interface.")
          .contains("<small>Runs on Latchkey</small>")
          .containsPattern(
              "<img src=\"/assets/brand-logo\\.svg\\?v=[^\"]+\" alt=\"\" width=\"56\" height=\"28\">")
          .containsPattern("<link rel=\"stylesheet\" href=\"/assets/brand\\.css\\?v=");
    }
  }

  @Test
  void a_logo_opened_as_a_page_can_run_no_script() {
    Answer logo = Http.here().get(latchkey.url() + "/assets/brand-logo.svg");

    assertThat(logo.header("Content-Type")).isEqualTo("image/svg+xml");
    assertThat(logo.header("Content-Security-Policy"))
        .contains("default-src 'none'", "sandbox")
        .doesNotContain("script-src", "allow-scripts");
    assertThat(logo.header("X-Content-Type-Options")).isEqualTo("nosniff");
  }

  @Test
  void the_colours_are_in_the_style_sheet() {
    assertThat(Http.here().get(latchkey.url() + "/assets/brand.css").body())
        .contains("--brand: light-dark(#0b6e4f, #0b6e4f)");
  }
}
