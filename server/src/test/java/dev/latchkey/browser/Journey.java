package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.signIn;

import com.microsoft.playwright.Page;
import dev.latchkey.model.User;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** One browser for each class, and for each test a site of its own and an open page. */
@SuppressWarnings("NullAway.Init")
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

    /** Without scripts, unless a class needs them. */
    Page open() {
        return chromium.withoutScripts();
    }

    /** Another page, of somebody signed in. */
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
