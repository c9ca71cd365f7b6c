package dev.latchkey.app;

import dev.latchkey.app.config.Settings;
import dev.latchkey.console.approval.ApprovalMail;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.table.ViewsPage;
import dev.latchkey.edge.http.InternalClient;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.Limits;
import dev.latchkey.storage.Stores;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What the pages of every feature are built from. {@code post} is empty if no mail server is
 * configured. {@code client}: sends requests to the routes for programs.
 */
record PageParts(
    Installation installation,
    PageGuard pageGuard,
    Pages pages,
    Optional<Mailer> post,
    InternalClient client) {
  Settings settings() {
    return installation.settings();
  }

  Limits limits() {
    return installation.limits();
  }

  Stores stores() {
    return installation.stores();
  }

  RandomGenerator random() {
    return installation.random();
  }

  /** The views of lists that people have saved. */
  ViewsPage views() {
    return new ViewsPage(stores().users().savedViews(), installation.viewActs());
  }

  Notice notice() {
    return new Notice(post);
  }

  ApprovalMail approvalMail() {
    return new ApprovalMail(post, stores().users().administrators());
  }
}
