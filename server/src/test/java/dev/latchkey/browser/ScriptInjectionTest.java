package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Security row 91: text that people enter is shown and never run, even on pages that allow a
 * script.
 */
@OneBrowser
class ScriptInjectionTest {
  private static final List<String> CORES =
      List.of(
          "<script>alert(1)</script>",
          "<img src=x onerror=alert(1)>",
          "<svg onload=alert(1)>",
          "<svg><animate onbegin=alert(1) attributeName=x>",
          "<body onload=alert(1)>",
          "<iframe src=javascript:alert(1)>",
          "<a href=javascript:alert(1)>x</a>",
          "<details open ontoggle=alert(1)>",
          "<input autofocus onfocus=alert(1)>",
          "<video><source onerror=alert(1)>",
          "<style onload=alert(1)></style>",
          "<math href=javascript:alert(1)>x",
          "<ScRiPt/x>alert(1)</sCrIpT>",
          "<object data=javascript:alert(1)>",
          "<base href=javascript:/a/-alert(1)//>",
          " onmouseover=alert(1) autofocus onfocus=alert(1) x=",
          "javascript:alert(1)",
          "${alert(1)}",
          "{{constructor.constructor('alert(1)')()}}",
          "&lt;script&gt;alert(1)&lt;/script&gt;");
  private static final List<String> BREAKS =
      List.of("", "\"", "'", "\">", "'>", "-->", "</title>", "</textarea>", "]]>", "</script>");

  /** Elements and attributes that a payload would add. Our pages contain none of them. */
  private static final String INJECTED =
      "main script, main style, img, iframe, object, base, math, video, animate, [onload],"
          + " [onerror], [onbegin], [onfocus], [onmouseover], [href^='javascript:' i]";

  @TempDir private Path directory;

  @Test
  void no_payload_opens_a_dialog() throws Exception {
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      List<Credential.Personal> apps = new ArrayList<>();
      for (String end : BREAKS) {
        for (String core : CORES) {
          apps.add(site.personal(end + core, site.sam, "read:issue:info"));
        }
      }
      assertThat(apps).hasSize(200);
      site.installation
          .stores()
          .users()
          .directory()
          .add(
              new Organization(
                  Id.ORGANIZATION.draw(site.installation.random()),
                  "\"><img src=x onerror=alert(1)>",
                  Organization.Kind.MULTI_TEAM),
              site.installation.now());
      Page page = chromium.page();
      var dialogs = new ArrayList<String>();
      page.onDialog(dialog -> {
        dialogs.add(dialog.message() + " at " + page.url());
        dialog.dismiss();
      });
      signIn(page, site, site.sam);

      for (String list : List.of("/account/credentials", "/organization/credentials", "/audit")) {
        visit(page, site.url(list));
        while (page.locator("a[rel=next]").count() > 0) {
          String next = page.locator("a[rel=next]").getAttribute("href");
          page.locator("a[rel=next]").click();
          page.waitForURL(site.url(next));
          assertNothingIsInjected(page);
        }
      }
      for (int i = 0; i < apps.size(); i += 23) {
        String id = apps.get(i).clientId().value();
        visit(page, site.url("/account/credentials/" + id + "/settings"));
        visit(page, site.url("/organization/credentials/" + id + "/activity"));
        visit(page, site.authorize(apps.get(i)));
        assertThat(page.textContent("main")).contains(apps.get(i).name().strip());
      }
      for (String core : CORES) {
        String written = URLEncoder.encode("\">" + core, StandardCharsets.UTF_8);
        visit(page, site.url("/account/credentials?q=" + written));
        visit(page, site.url("/audit?actor=" + written + "&from=" + written));
        visit(page, site.url("/oauth2/authorize?client_id=" + written));
        visit(page, site.url("/sign-in?request=" + written + "&error=" + written));
      }
      visit(page, site.url("/account/credentials/new"));
      page.fill("#name", "x");
      page.fill("#redirect-0", "\"><script>alert(1)</script>");
      press(page, "Create credential");
      assertThat(page.inputValue("#redirect-0")).contains("<script>");
      assertNothingIsInjected(page);

      assertThat(dialogs).isEmpty();
    }
  }

  private static void visit(Page page, String address) {
    page.navigate(address);
    assertNothingIsInjected(page);
  }

  /**
   * The content security policy may prevent an injected script from running. The script must not be
   * in the page either.
   */
  private static void assertNothingIsInjected(Page page) {
    assertThat(page.locator(INJECTED).count()).as(page.url()).isZero();
  }
}
