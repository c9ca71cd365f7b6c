package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.mail.MailMessage;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.storage.event.WaitingMails;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The mails that wait in the store. */
class WaitingMailsTest extends OnBothStores {
  private final WaitingMails waiting = latchkey.stores().operation().waitingMails();

  private void add(String text) {
    var mail =
        new MailMessage(
            new Id.User("usr_1"), "mei@example.com", "subject", text, latchkey.clock.instant());
    waiting.add(latchkey.installation().mailSeal().close(mail, Optional.empty()), latchkey.now());
  }

  @Test
  void an_attempt_that_ends_late_has_no_result_after_another_has_begun() {
    add("text");
    WaitingMails.Taken first = waiting.take(latchkey.now()).orElseThrow();
    assertThat(waiting.take(latchkey.now())).isEmpty();
    latchkey.clock.pass(Duration.ofMinutes(2));
    WaitingMails.Taken second = waiting.take(latchkey.now()).orElseThrow();

    assertThat(waiting.finish(first, AuditOutcome.NOT_DELIVERED, latchkey.now())).isFalse();
    waiting.retry(first, latchkey.clock.instant(), latchkey.now());

    assertThat(waiting.take(latchkey.now())).isEmpty();
    assertThat(waiting.finish(second, AuditOutcome.OK, latchkey.now())).isTrue();
    assertThat(waiting.count()).isZero();
  }

  @Test
  void the_store_has_neither_the_text_nor_the_address() {
    add("https://example.com/password?key=lk_pw_secret");

    byte[] stored =
        latchkey
            .installation()
            .database()
            .read(sql -> sql.one("SELECT sealed_mail FROM mails", row -> row.bytes("sealed_mail")))
            .orElseThrow();

    assertThat(new String(stored, StandardCharsets.ISO_8859_1))
        .doesNotContain("secret", "mei@", "subject");
  }

  @Test
  void mails_of_one_moment_are_sent_in_their_order_and_old_ones_are_deleted() {
    add("first");
    add("second");
    for (String text : new String[] {"first", "second"}) {
      var taken = waiting.take(latchkey.now()).orElseThrow();
      assertThat(latchkey.installation().mailSeal().open(taken.mail()).orElseThrow().text())
          .isEqualTo(text);
    }

    latchkey.clock.pass(Duration.ofDays(5));
    latchkey.stores().operation().purge().deleteAllExpired(latchkey.clock.instant());

    assertThat(waiting.count()).isZero();
  }
}
