package dev.latchkey.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ReducedMotion;
import dev.latchkey.model.Language;
import dev.latchkey.model.person.User;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The installed Chromium, controlled without downloading another browser. Each object has contexts
 * of its own.
 */
final class Chromium implements AutoCloseable {
  /** Chromium without windows and menus, which nobody looks at: a third of the processor time. */
  private static final Path PROGRAM = Path.of("/usr/bin/chromium-headless-shell");

  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--font-render-hinting=none",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          // Each page has a new context, for which scripts would be optimized again.
          "--js-flags=--no-opt --no-maglev",
          // To start another one takes as long as to show three pages.
          "--renderer-process-limit=1");

  /**
   * A browser needs a second to start, so each thread has one, which ends with the process of the
   * tests. Playwright allows a browser to be used by one thread only.
   */
  private static final ThreadLocal<Browser> OF_THREAD = ThreadLocal.withInitial(Chromium::launch);

  private final Browser browser = OF_THREAD.get();
  private final List<BrowserContext> contexts = new ArrayList<>();

  private static Browser launch() {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    return playwright
        .chromium()
        .launch(new BrowserType.LaunchOptions().setExecutablePath(PROGRAM).setArgs(FLAGS));
  }

  /** A new browser context whose pages run no scripts. The product must work this way. */
  Page withoutScripts() {
    return page(new Browser.NewContextOptions().setJavaScriptEnabled(false));
  }

  Page page() {
    return page(new Browser.NewContextOptions());
  }

  /** A page of a reader in this time zone. */
  Page inZone(String zone) {
    return page(new Browser.NewContextOptions().setTimezoneId(zone));
  }

  /**
   * A page without transitions: colours change at once, so that a measurement sees their final
   * values.
   */
  Page page(Language language, int width, int height) {
    return page(
        new Browser.NewContextOptions()
            .setLocale(language.tag())
            .setReducedMotion(ReducedMotion.REDUCE)
            .setViewportSize(width, height));
  }

  Page page(Browser.NewContextOptions options) {
    BrowserContext context = browser.newContext(options);
    contexts.add(context);
    context.setDefaultTimeout(30_000);
    return context.newPage();
  }

  static void signIn(Page page, Site site, User user) {
    page.navigate(site.url("/sign-in"));
    fillSignIn(page, user);
  }

  static void fillSignIn(Page page, User user) {
    page.fill("input[name=email]", user.email());
    page.fill("input[name=password]", Site.PASSWORD);
    page.click("main button[type=submit]");
  }

  static void press(Page page, String name) {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true))
        .click();
  }

  /** Opens the account menu, which needs no script, and signs out there. */
  static void signOut(Page page) {
    openSide(page);
    page.click("[popovertarget=account-menu]");
    page.click("#account-menu form button");
  }

  /** In a narrow window the side bar is behind a button. */
  static void openSide(Page page) {
    if (page.isVisible(".menu-button")) {
      page.click(".menu-button");
    }
  }

  static void follow(Page page, String name) {
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name)).first().click();
  }

  /** Closes the contexts of this object, with their cookies and pages. */
  @Override
  public void close() {
    contexts.forEach(BrowserContext::close);
  }
}
