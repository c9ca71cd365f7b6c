package dev.latchkey.storage.event;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.event.SealedMail;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The mails that wait (docs/decisions/0108). An attempt begins with a write that counts it and
 * moves the time of the next one behind the longest that an attempt takes. A mail is deleted only
 * with the result of its last attempt, so a node that fails loses none.
 */
public record WaitingMails(Database database) {
  private static final Duration LEASE = Duration.ofMinutes(2);

  /** A mail that is being attempted. {@code attempts}: with this one. */
  public record Taken(SealedMail mail, int attempts) {}

  public void add(SealedMail mail, RequestMoment now) {
    database.at(now).run(sql -> sql.add(mail, now));
  }

  /** The next mail whose time has come. No other node takes it while the lease lasts. */
  public Optional<Taken> take(RequestMoment now) {
    boolean isDue =
        database.read(
            sql -> sql.exists("SELECT 1 FROM mails WHERE next_attempt_at <= ?", now.at()));
    return isDue
        ? database.at(now).using(WriteSpace.RENEWING).write(sql -> take(sql, now.at()))
        : Optional.empty();
  }

  private static Optional<Taken> take(Sql sql, Instant now) throws SQLException {
    return sql.one(
        """
        UPDATE mails
        SET next_attempt_at = :until, attempts = attempts + 1
        WHERE next_attempt_at <= :now
          AND mail_id = (SELECT m.mail_id FROM mails m
              WHERE m.next_attempt_at <= :now
              ORDER BY m.next_attempt_at, m.number
              LIMIT 1)
        RETURNING *
        """,
        WaitingMails::read,
        Map.of("until", now.plus(LEASE), "now", now));
  }

  private static Taken read(Sql.Row row) throws SQLException {
    return new Taken(
        new SealedMail(
            new Id.Mail(row.text("mail_id")),
            new Id.User(row.text("user_id")),
            row.maybeText("organization_id").map(Id.Organization::new),
            row.bytes("sealed_mail"),
            row.instant("created_at")),
        row.number("attempts"));
  }

  /** It is attempted again then, unless another attempt has begun since. */
  public void retry(Taken taken, Instant next, RequestMoment now) {
    database
        .at(now)
        .using(WriteSpace.RENEWING)
        .run(sql ->
            sql.update(
                "UPDATE mails SET next_attempt_at = ? WHERE mail_id = ? AND attempts = ?",
                next,
                taken.mail.id(),
                taken.attempts));
  }

  /** The mail was delivered or given up. False if another attempt has begun since. */
  public boolean finish(Taken taken, AuditOutcome outcome, RequestMoment now) {
    return database
        .at(now)
        .using(WriteSpace.RENEWING)
        .write(sql -> {
          boolean isDone =
              sql.updateOne(
                  "DELETE FROM mails WHERE mail_id = ? AND attempts = ?",
                  taken.mail.id(),
                  taken.attempts);
          if (isDone) {
            sql.record(AuditEntry.of(now, AuditEvent.MAIL, outcome).about(taken.mail.to()));
          }
          return isDone;
        });
  }

  public int count() {
    return database.read(sql ->
        sql.one("SELECT COUNT(*) AS waiting FROM mails", row -> row.number("waiting")).orElse(0));
  }
}
