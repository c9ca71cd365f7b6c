package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The people who administer an organization: whom a page names, and who gets mail. */
public record Administrators(Database database) {
  /** No page and no mail is for more of them. */
  public static final int MOST = 20;

  private static final String OF_ORGANIZATION =
      """
      SELECT u.user_id, u.name, u.email
      FROM users u
      WHERE u.organization_id = ?
        AND u.role <> 'MEMBER'
        AND u.active_since IS NOT NULL
      ORDER BY u.name, u.user_id
      LIMIT ?
      """;

  private static final String OF_TEAM =
      """
      SELECT u.user_id, u.name, u.email
      FROM teams t
      JOIN memberships m ON m.team_id = t.team_id
        AND m.administers = 1
      JOIN users u ON u.user_id = m.user_id
        AND u.active_since IS NOT NULL
      WHERE t.organization_id = ?
      ORDER BY u.name, u.user_id
      LIMIT ?
      """;

  private static final String OF_PLATFORM =
      """
      SELECT u.user_id, u.name, u.email
      FROM users u
      WHERE u.role = 'SUPER_ADMINISTRATOR'
        AND u.active_since IS NOT NULL
      ORDER BY u.name, u.user_id
      LIMIT ?
      """;

  private static final String AUDITORS =
      """
      SELECT u.user_id, u.name, u.email
      FROM users u
      WHERE u.organization_id = ?
        AND u.audits <> 'NONE'
        AND u.active_since IS NOT NULL
      ORDER BY u.name, u.user_id
      LIMIT ?
      """;

  private static final String AUDITORS_OF_PLATFORM =
      """
      SELECT u.user_id, u.name, u.email
      FROM users u
      WHERE u.audits = 'PLATFORM'
        AND u.active_since IS NOT NULL
      ORDER BY u.name, u.user_id
      LIMIT ?
      """;

  /** The first of them by name: of a single-team organization, those of its team. */
  public List<NoticeRecipients.Person> of(Organization organization) {
    String text =
        switch (organization.kind()) {
          case MULTI_TEAM -> OF_ORGANIZATION;
          case SINGLE_TEAM -> OF_TEAM;
        };
    return database.list(sql -> sql.all(text, Administrators::person, organization.id(), MOST));
  }

  /** The first of the super administrators by name. */
  public List<NoticeRecipients.Person> ofPlatform() {
    return database.list(sql -> sql.all(OF_PLATFORM, Administrators::person, MOST));
  }

  /** The first of those whose role gives a right there: administrators and auditors. */
  public Set<Id.User> withRights(Organization organization) {
    return Stream.of(
            of(organization),
            database.list(
                sql -> sql.all(AUDITORS, Administrators::person, organization.id(), MOST)),
            ofPlatform(),
            database.list(sql -> sql.all(AUDITORS_OF_PLATFORM, Administrators::person, MOST)))
        .flatMap(List::stream)
        .map(NoticeRecipients.Person::id)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static NoticeRecipients.Person person(Sql.Row row) throws SQLException {
    return new NoticeRecipients.Person(row.user(), row.text("name"), row.text("email"));
  }
}
