package dev.latchkey.storage.database;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEntry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The entries that a transaction adds to the audit log. It needs its number before an entry gets
 * one; otherwise an export could miss the entry.
 */
final class RecordedEntries {
  private final List<AuditEntry> recorded = new ArrayList<>();

  /** If the entry names no organization, the row gets that of its team, credential or user. */
  void add(Sql sql, AuditEntry entry) throws SQLException {
    Optional<Id.Organization> organization =
        entry.organization().isPresent() ? entry.organization() : organizationOf(sql, entry);
    sql.takeNumber();
    sql.defer(
        """
        INSERT INTO audit (at, event, outcome, user_id, about_user_id, client_id, organization_id, team_id,
            address, detail, request_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        entry.moment().at(),
        entry.event(),
        entry.outcome().code(),
        entry.actor().subject(),
        entry.aboutUser(),
        entry.client(),
        organization,
        entry.team(),
        entry.moment().address(),
        entry.detail(),
        entry.moment().requestId());
    recorded.add(entry);
  }

  /** Adds them in one statement. */
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
