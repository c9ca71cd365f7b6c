package dev.latchkey.storage.people;

import dev.latchkey.model.person.User;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;

/**
 * The columns {@code role} and {@code audits} of a user. An auditor is stored as a member who
 * audits: a node of the release before, which does not know auditors, takes them for members.
 */
public final class StoredRole {
  private static final String NOTHING = "NONE";
  private static final String ORGANIZATION = "ORGANIZATION";
  private static final String PLATFORM = "PLATFORM";

  private StoredRole() {}

  static User.Role of(User.Role role) {
    return role.isAuditor() ? User.Role.MEMBER : role.stored();
  }

  static String audits(User.Role role) {
    return switch (role) {
      case AUDITOR -> ORGANIZATION;
      case PLATFORM_AUDITOR -> PLATFORM;
      case SUPER_ADMINISTRATOR, ORGANIZATION_ADMINISTRATOR, TEAM_ADMINISTRATOR, MEMBER -> NOTHING;
    };
  }

  public static User.Role read(Sql.Row row) throws SQLException {
    return switch (row.text("audits")) {
      case ORGANIZATION -> User.Role.AUDITOR;
      case PLATFORM -> User.Role.PLATFORM_AUDITOR;
      default -> User.Role.valueOf(row.text("role"));
    };
  }
}
