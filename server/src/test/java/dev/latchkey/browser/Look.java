package dev.latchkey.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;

/**
 * A look of the page that shows every component, and its stored picture. The text is set in a font
 * that the test brings along, because the fonts of machines differ.
 */
enum Look {
  LIGHT(1_280, ColorScheme.LIGHT),
  DARK(1_280, ColorScheme.DARK),
  PHONE(375, ColorScheme.LIGHT),
  TABLET(768, ColorScheme.LIGHT),
  DESKTOP_DARK(1_440, ColorScheme.DARK),
  WIDE(1_920, ColorScheme.LIGHT);

  private static final String FONT =
      "/META-INF/resources/webjars/roboto-fontface/0.10.0/fonts/roboto/Roboto-Regular.woff2";

  private final int width;
  private final ColorScheme colours;

  Look(int width, ColorScheme colours) {
    this.width = width;
    this.colours = colours;
  }

  /** The file of the stored picture. */
  Path picture() {
    return Checkout.file(
        "server/src/test/resources/components/" + name().toLowerCase(Locale.ROOT) + ".png");
  }

  /**
   * Opens the page in a browser context of its own, with the navigation of a super administrator
   * and with its menu open. The window is as high as the page, so that nothing sticks to an edge of
   * it.
   */
  Page show(Chromium chromium, Site site) {
    Page page =
        chromium.page(
            new Browser.NewContextOptions()
                .setBypassCSP(true)
                .setColorScheme(colours)
                .setReducedMotion(ReducedMotion.REDUCE)
                .setViewportSize(width, 900));
    Chromium.signIn(page, site, site.sam);
    page.navigate(site.url("/dev/components"));
    page.addStyleTag(new Page.AddStyleTagOptions().setContent(font()));
    page.evaluate("document.fonts.load('16px Fixed').then(() => document.fonts.ready)");
    page.click("[popovertarget=sample-menu]");
    page.setViewportSize(width, (Integer) page.evaluate("document.documentElement.scrollHeight"));
    return page;
  }

  static byte[] shot(Page page) {
    return page.screenshot(new Page.ScreenshotOptions().setFullPage(true));
  }

  private static String font() {
    try (InputStream file = Look.class.getResourceAsStream(FONT)) {
      if (file == null) {
        throw new AssertionError("no font at " + FONT);
      }
      return """
      @font-face { font-family: Fixed; src: url(data:font/woff2;base64,%s); }
      * { font-family: Fixed !important; }
      """
          .formatted(Base64.getEncoder().encodeToString(file.readAllBytes()));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
