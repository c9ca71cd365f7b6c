package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.query.PagedQuery;
import java.time.Instant;
import java.util.Optional;

/**
 * Which users of an organization are shown; of the platform nothing is filtered. {@code role}: the
 * highest role. {@code isWithoutFactor}: only those who sign in with a password alone. {@code
 * idleSince}: only people who are not disabled and have not signed in since then.
 */
public record UserFilter(
    Optional<User.Role> role,
    Optional<ManagedUser.State> state,
    Optional<Id.Team> team,
    boolean isWithoutFactor,
    Optional<Instant> idleSince) {
  public static final UserFilter NONE =
      new UserFilter(Optional.empty(), Optional.empty(), Optional.empty(), false, Optional.empty());

  /** The index {@code users_without_factor} has the same condition. */
  static final String WITHOUT_FACTOR =
      " AND u.factor_since IS NULL AND u.passkeys = 0 AND u.active_since IS NOT NULL AND u.password <> ''";

  /** The index {@code users_by_sign_in} has the same. A new person is not idle yet. */
  private static final String ACTIVE_AT =
      "(CASE WHEN u.signed_in_at = 0 THEN u.created_at ELSE u.signed_in_at END)";

  /** The plus keeps SQLite from reading all idle people by that index, to sort them by name. */
  private static final String IDLE =
      " AND +" + ACTIVE_AT + " < :idle_since AND u.active_since IS NOT NULL";

  private static final String LONGEST_IDLE =
      """
      SELECT u.user_id
      FROM users u
      WHERE u.organization_id = :organization
        AND u.active_since IS NOT NULL
        AND {active_at} < :idle_since
      ORDER BY {active_at}, u.user_id
      LIMIT {counted}
      """
          .replace("{active_at}", ACTIVE_AT)
          .replace("{counted}", String.valueOf(PagedQuery.MAX_COUNTED + 1));

  private static final String OF_TEAM =
      " AND EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.user_id AND m.team_id = :team)";

  private static final String MEMBERS =
      "SELECT m.user_id FROM memberships m WHERE m.team_id = :team";

  private static final String ADMINISTERS_TEAM =
      "EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.user_id AND m.administers = 1)";

  private static final String ADMINISTRATORS =
      """
      SELECT DISTINCT m.user_id
      FROM teams t
      CROSS JOIN memberships m
      WHERE t.organization_id = :organization
        AND m.team_id = t.team_id
        AND m.administers = 1
      """;

  /** The order makes SQLite read the index that has the condition of the filter. */
  private static final String BY_NAME =
      """
      FROM (SELECT u.user_id, u.name, u.email, u.created_at
          FROM users u
          WHERE u.organization_id = :organization{filter}
          ORDER BY u.name, u.user_id
          LIMIT {counted}) u
      """
          .replace("{counted}", String.valueOf(PagedQuery.MAX_COUNTED + 1));

  private static final String EACH_OF =
      """
      FROM (SELECT u.user_id, u.name, u.email, u.created_at
          FROM ({ids}) s
          CROSS JOIN users u
          WHERE u.user_id = s.user_id
            AND u.organization_id = :organization{filter}
          LIMIT {counted}) u
      """
          .replace("{counted}", String.valueOf(PagedQuery.MAX_COUNTED + 1));

  String condition() {
    return role.map(UserFilter::ofRole).orElse("")
        + state.map(UserFilter::ofState).orElse("")
        + (team.isPresent() ? OF_TEAM : "")
        + (isWithoutFactor ? WITHOUT_FACTOR : "")
        + (idleSince.isPresent() ? IDLE : "");
  }

  /** {@code all}: reads the users from any index. */
  String few(String all) {
    return shortest(all + "{filter}").replace("{filter}", condition());
  }

  /** Reads the users from the index that has the fewest others, if the filter has one. */
  private String shortest(String any) {
    if (role.equals(Optional.of(User.Role.TEAM_ADMINISTRATOR))) {
      return EACH_OF.replace("{ids}", ADMINISTRATORS);
    }
    if (role.filter(chosen -> chosen != User.Role.MEMBER).isPresent()
        || state.filter(chosen -> chosen != ManagedUser.State.ACTIVE).isPresent()) {
      return BY_NAME;
    }
    if (team.isPresent()) {
      return EACH_OF.replace("{ids}", MEMBERS);
    }
    if (idleSince.isPresent()) {
      return EACH_OF.replace("{ids}", LONGEST_IDLE);
    }
    return isWithoutFactor ? BY_NAME : any;
  }

  /**
   * The indexes {@code users_with_role}, {@code users_auditing} and {@code
   * memberships_administering} have the same conditions.
   */
  private static String ofRole(User.Role role) {
    return switch (role) {
      case SUPER_ADMINISTRATOR, ORGANIZATION_ADMINISTRATOR ->
          " AND u.role <> 'MEMBER' AND u.role = '" + role + "'";
      case AUDITOR, PLATFORM_AUDITOR ->
          " AND u.audits <> 'NONE' AND u.audits = '" + StoredRole.audits(role) + "'";
      case TEAM_ADMINISTRATOR ->
          " AND u.role = 'MEMBER' AND u.audits = 'NONE' AND u.user_id IN (" + ADMINISTRATORS + ")";
      case MEMBER -> " AND u.role = 'MEMBER' AND u.audits = 'NONE' AND NOT " + ADMINISTERS_TEAM;
    };
  }

  private static String ofState(ManagedUser.State state) {
    return switch (state) {
      case DISABLED -> " AND u.active_since IS NULL";
      case INVITED -> " AND u.active_since IS NOT NULL AND u.password = ''";
      case ACTIVE -> " AND u.active_since IS NOT NULL AND u.password <> ''";
    };
  }
}
