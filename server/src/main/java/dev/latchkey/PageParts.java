package dev.latchkey;

import dev.latchkey.config.Settings;
import dev.latchkey.model.Mailer;
import dev.latchkey.page.Notice;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.Pages;
import dev.latchkey.storage.Stores;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What the pages of every feature are built from. {@code post} is empty if no mail server is
 * configured.
 */
record PageParts(
        Installation installation, PageGuard pageGuard, Pages pages, Optional<Mailer> post) {
    Settings settings() {
        return installation.settings();
    }

    Stores stores() {
        return installation.stores();
    }

    RandomGenerator random() {
        return installation.random();
    }

    Notice notice() {
        return new Notice(post);
    }
}
