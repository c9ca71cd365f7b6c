package dev.latchkey.storage.database;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.event.EnclosedMail;
import dev.latchkey.model.event.SealedMail;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The entries that a transaction adds to the audit log, and the mails about them. It needs its
 * number before an entry gets one; otherwise an export could miss the entry.
 */
final class RecordedEntries {
  private static final String INSERT =
      """
      INSERT INTO audit (at, event, outcome, user_id, about_user_id, client_id, organization_id, team_id,
          address, detail, request_id, recorded_actor, recorded_about, recorded_client, recorded_organization,
          recorded_team)
      VALUES (:at, :event, :outcome, :user, :about, :client, :organization, :team,
          :address, :detail, :request, {names})
      """;

  private static final String NO_NAMES = "NULL, NULL, NULL, NULL, NULL";

  /** The names as the transaction leaves them. They are read by the statement that adds the row. */
  private static final String NAMES =
      """
      COALESCE((SELECT name FROM users WHERE user_id = :user),
              (SELECT name FROM credentials WHERE subject_id = :user)),
          (SELECT name FROM users WHERE user_id = :about),
          (SELECT name FROM credentials WHERE client_id = :client),
          (SELECT name FROM organizations WHERE organization_id = :organization),
          (SELECT name FROM teams WHERE team_id = :team)\
      """;

  private static final String INSERT_MAIL =
      """
      INSERT INTO mails (mail_id, number, user_id, organization_id, sealed_mail, created_at, next_attempt_at, kept_until)
      SELECT :id, (SELECT COALESCE(MAX(number), 0) + 1 FROM mails), :to, :cause, :content, :at, :at, :until
      WHERE (SELECT COUNT(*) FROM mails) < :most
        AND (SELECT COUNT(*) FROM mails WHERE user_id = :to) < :most_to
      """;

  private static final String OF_ORGANIZATION =
      """
        AND (SELECT COUNT(*) FROM mails WHERE organization_id IS NOT NULL) < :most_of_all
        AND (SELECT COUNT(*) FROM mails WHERE organization_id = :cause) < :most_of
      """;

  private final List<AuditEntry> recorded = new ArrayList<>();

  /** If the entry names no organization, the row gets that of its team, credential or user. */
  void add(Sql sql, AuditEntry entry) throws SQLException {
    Optional<Id.Organization> organization =
        entry.organization().isPresent() ? entry.organization() : organizationOf(sql, entry);
    sql.takeNumber();
    sql.defer(
        INSERT.replace("{names}", entry.event().isOfApps() ? NO_NAMES : NAMES),
        new Values()
            .and("at", entry.moment().at())
            .and("event", entry.event())
            .and("outcome", entry.outcome().code())
            .and("user", entry.actor().subject())
            .and("about", entry.aboutUser())
            .and("client", entry.client())
            .and("organization", organization)
            .and("team", entry.team())
            .and("address", entry.moment().address())
            .and("detail", entry.detail())
            .and("request", entry.moment().requestId()));
    recorded.add(entry);
    Optional<EnclosedMail> enclosed = entry.moment().enclosed().filter(mail -> mail.isAbout(entry));
    if (enclosed.isPresent()) {
      add(sql, enclosed.get().mail(), entry.moment());
    }
  }

  /**
   * Adds a mail to those that wait. If too many wait, the audit log has an entry about it instead.
   */
  void add(Sql sql, SealedMail mail, RequestMoment now) throws SQLException {
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
    if (!sql.updateOne(isCaused ? INSERT_MAIL + OF_ORGANIZATION : INSERT_MAIL, values)) {
      sql.record(
          AuditEntry.of(RequestMoment.ofServer(now.at()), AuditEvent.MAIL, AuditOutcome.QUEUE_FULL)
              .about(mail.to()));
    }
  }

  /** Adds them in one statement, without names: apps cause such entries. */
  void add(Sql sql, Collection<AuditEntry> entries) throws SQLException {
    sql.takeNumber();
    sql.defer(
        """
        INSERT INTO audit (at, event, outcome, user_id, about_user_id, client_id, organization_id, team_id,
            address, request_id)
        SELECT * FROM unnest(CAST(? AS BIGINT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
            CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
            CAST(? AS TEXT[]))
        """,
        Column.numbers(entries, entry -> entry.moment().at()),
        Column.texts(entries, AuditEntry::event),
        Column.texts(entries, entry -> entry.outcome().code()),
        Column.texts(entries, entry -> entry.actor().subject()),
        Column.texts(entries, AuditEntry::aboutUser),
        Column.texts(entries, AuditEntry::client),
        Column.texts(entries, AuditEntry::organization),
        Column.texts(entries, AuditEntry::team),
        Column.texts(entries, entry -> entry.moment().address()),
        Column.texts(entries, entry -> entry.moment().requestId()));
    recorded.addAll(entries);
  }

  private static Optional<Id.Organization> organizationOf(Sql sql, AuditEntry entry)
      throws SQLException {
    return sql.one(
            """
            SELECT COALESCE((SELECT t.organization_id FROM teams t WHERE t.team_id = ?),
                (SELECT c.organization_id FROM credentials c
                WHERE c.client_id = ?), (SELECT u.organization_id FROM users u
                WHERE u.user_id = ?)) AS organization_id
            """,
            row -> row.maybeText("organization_id"),
            entry.team(),
            entry.client(),
            entry.aboutUser().<Id.Subject>map(user -> user).or(entry.actor()::subject))
        .flatMap(found -> found)
        .map(Id.Organization::new);
  }

  List<AuditEntry> take() {
    var entries = List.copyOf(recorded);
    recorded.clear();
    return entries;
  }
}
