package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.signIn;

import com.microsoft.playwright.Page;
import dev.latchkey.model.person.User;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Each test has its own site and an open page. */
@SuppressWarnings("NullAway.Init")
@OneBrowser
abstract class Journey {
  static Chromium chromium;

  @TempDir Path directory;
  Site site;
  Page page;

  @BeforeAll
  static void launch() {
    chromium = new Chromium();
  }

  @AfterAll
  static void quit() {
    chromium.close();
  }

  @BeforeEach
  void start() {
    site = new Site(directory);
    page = open();
  }

  /** Opens the page of a test. It runs no scripts, unless a class overrides this. */
  Page open() {
    return chromium.withoutScripts();
  }

  /** Another page, on which this person is signed in. */
  Page signedIn(User user) {
    Page theirs = chromium.withoutScripts();
    signIn(theirs, site, user);
    return theirs;
  }

  @AfterEach
  void stop() {
    page.context().close();
    site.close();
  }
}
