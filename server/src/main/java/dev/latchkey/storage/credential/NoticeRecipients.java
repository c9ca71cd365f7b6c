package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Whom the end of a token or of a secret concerns: the owner of its credential, the user who has
 * allowed the app, and the administrators of the organization.
 */
public record NoticeRecipients(
    Id.User owner, Optional<Id.User> user, Id.Organization organization) {
  private static final int MAX_PEOPLE = 20;

  public record Person(Id.User id, String name, String email) {}

  public List<Person> read(Sql sql) throws SQLException {
    return sql.all(
        """
        SELECT user_id, name, email
        FROM users
        WHERE active_since IS NOT NULL
          AND (user_id = ? OR user_id = ?
               OR (organization_id = ? AND role = 'ORGANIZATION_ADMINISTRATOR'))
        ORDER BY user_id
        LIMIT ?
        """,
        row -> new Person(new Id.User(row.text("user_id")), row.text("name"), row.text("email")),
        owner,
        user.orElse(owner),
        organization,
        MAX_PEOPLE);
  }
}
