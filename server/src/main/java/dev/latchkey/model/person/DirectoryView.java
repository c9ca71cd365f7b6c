package dev.latchkey.model.person;

import dev.latchkey.model.Id;
import java.util.Optional;

/**
 * Which people and teams a token may read (rule 4.4): those of a whole organization, those of one
 * team, or those of the teams to which its user belongs in the organization.
 */
public sealed interface DirectoryView {
  Id.Organization organization();

  record Whole(Id.Organization organization) implements DirectoryView {}

  record OneTeam(Id.Organization organization, Id.Team team) implements DirectoryView {}

  record TeamsOf(Id.Organization organization, Id.User user) implements DirectoryView {}

  /** The view of a virtual administrator: the data that its organization credential covers. */
  static DirectoryView of(Id.Organization organization, Optional<Id.Team> team) {
    return team.<DirectoryView>map(only -> new OneTeam(organization, only))
        .orElse(new Whole(organization));
  }

  /**
   * The view of a user: what the user's role allows, within the organization for which the token
   * was issued.
   */
  static DirectoryView of(User user, Id.Organization organization) {
    return switch (user.role()) {
      case SUPER_ADMINISTRATOR, PLATFORM_AUDITOR -> new Whole(organization);
      case ORGANIZATION_ADMINISTRATOR, AUDITOR ->
          user.organization().equals(organization)
              ? new Whole(organization)
              : new TeamsOf(organization, user.id());
      case TEAM_ADMINISTRATOR, MEMBER -> new TeamsOf(organization, user.id());
    };
  }
}
