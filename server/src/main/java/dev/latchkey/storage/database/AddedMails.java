package dev.latchkey.storage.database;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.event.SealedMail;
import java.sql.SQLException;

/** Adds mails to those that wait, in the commit of what they are about. */
public final class AddedMails {
  private static final String INSERT =
      """
      INSERT INTO mails (mail_id, user_id, organization_id, sealed_mail, created_at, next_attempt_at, kept_until)
      SELECT :id, :to, :cause, :content, :at, :at, :until
      WHERE (SELECT COUNT(*) FROM mails) < :most
        AND (SELECT COUNT(*) FROM mails WHERE user_id = :to) < :most_to
      """;

  private static final String OF_ORGANIZATION =
      """
        AND (SELECT COUNT(*) FROM mails WHERE organization_id IS NOT NULL) < :most_of_all
        AND (SELECT COUNT(*) FROM mails WHERE organization_id = :cause) < :most_of
      """;

  private AddedMails() {}

  /** If too many wait, the audit log has an entry about it instead. */
  public static void add(Sql sql, SealedMail mail, RequestMoment now) throws SQLException {
    boolean isCaused = mail.cause().isPresent();
    var values =
        new Values()
            .and("id", mail.id())
            .and("to", mail.to())
            .and("cause", mail.cause())
            .and("content", mail.content())
            .and("at", mail.at())
            .and("until", mail.at().plus(SealedMail.KEPT))
            .and("most", SealedMail.MOST)
            .and(
                "most_to",
                isCaused ? SealedMail.MOST_OF_ORGANIZATIONS_TO_PERSON : SealedMail.MOST_TO_PERSON);
    if (isCaused) {
      values
          .and("most_of_all", SealedMail.MOST_OF_ORGANIZATIONS)
          .and("most_of", SealedMail.MOST_OF_ORGANIZATION);
    }
    if (!sql.updateOne(isCaused ? INSERT + OF_ORGANIZATION : INSERT, values)) {
      sql.record(AuditEntry.of(now, AuditEvent.MAIL, AuditOutcome.QUEUE_FULL).about(mail.to()));
    }
  }
}
