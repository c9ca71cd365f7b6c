package dev.latchkey.model.person;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Which role may do what, and in which organization (contract 1.3, 1.4 and 5.7; rule 6.2). This is
 * a table without further logic: pages query it, and everything that it does not allow is
 * forbidden.
 */
public final class Rights {
  private static final Set<User.Role> ALL_ROLES = EnumSet.allOf(User.Role.class);
  private static final Set<User.Role> NO_ROLES = EnumSet.noneOf(User.Role.class);
  private static final Set<User.Role> PERSONAL_ROLES =
      EnumSet.complementOf(EnumSet.of(User.Role.AUDITOR, User.Role.PLATFORM_AUDITOR));
  private static final Set<User.Role> PLATFORM_ROLES = EnumSet.of(User.Role.SUPER_ADMINISTRATOR);
  private static final Set<User.Role> PLATFORM_READERS =
      EnumSet.of(User.Role.SUPER_ADMINISTRATOR, User.Role.PLATFORM_AUDITOR);
  private static final Set<User.Role> MULTI_TEAM_ROLES =
      EnumSet.of(User.Role.SUPER_ADMINISTRATOR, User.Role.ORGANIZATION_ADMINISTRATOR);
  private static final Set<User.Role> SINGLE_TEAM_ROLES =
      EnumSet.of(User.Role.SUPER_ADMINISTRATOR, User.Role.TEAM_ADMINISTRATOR);
  private static final Set<User.Role> MULTI_TEAM_READERS = withAuditors(MULTI_TEAM_ROLES);
  private static final Set<User.Role> SINGLE_TEAM_READERS = withAuditors(SINGLE_TEAM_ROLES);

  private static Set<User.Role> withAuditors(Set<User.Role> administrators) {
    var readers = EnumSet.copyOf(administrators);
    readers.addAll(EnumSet.of(User.Role.AUDITOR, User.Role.PLATFORM_AUDITOR));
    return readers;
  }

  private Rights() {}

  public enum Act {
    /** Sign in, and change the own profile, password, second factor and sessions. */
    USE_OWN_ACCOUNT,
    /** Create, change and delete the person's own personal credentials. */
    MANAGE_PERSONAL_CREDENTIALS,
    SEE_CREDENTIALS_OF_ORGANIZATION,
    CREATE_ORGANIZATION_CREDENTIAL,
    /** Change its name and scope, and manage its tokens. */
    CHANGE_ORGANIZATION_CREDENTIAL,
    /** Delete an organization credential, or the personal credential of a member. */
    DELETE_CREDENTIAL_OF_ORGANIZATION,
    /** Transfer the personal credential of a member to another member. */
    TRANSFER_CREDENTIAL_OF_ORGANIZATION,
    /** End the access that people have given to the personal credential of a member. */
    END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION,
    SEE_AUDIT_OF_ORGANIZATION,
    SEE_PEOPLE_OF_ORGANIZATION,
    /**
     * Add, change and disable the people of an organization, and create password links for them.
     */
    MANAGE_PEOPLE_OF_ORGANIZATION,
    SEE_TEAMS_OF_ORGANIZATION,
    /** Create and rename teams. */
    MANAGE_TEAMS_OF_ORGANIZATION,
    /** See the apps without a credential that people ask for, and what was decided of them. */
    SEE_APPROVALS_OF_ORGANIZATION,
    SEE_REVIEWS_OF_ORGANIZATION,
    /** Start and schedule reviews of access, decide about what they list, and complete them. */
    MANAGE_REVIEWS_OF_ORGANIZATION,
    SEE_WEBHOOKS_OF_ORGANIZATION,
    /** Create, change and delete the endpoints that receive events of an organization. */
    MANAGE_WEBHOOKS_OF_ORGANIZATION,
    SEE_ALERTS_OF_ORGANIZATION,
    /** Close and mute the alerts of an organization, and choose their rules. */
    MANAGE_ALERTS_OF_ORGANIZATION,
    /** Choose how long its calls are kept, and whether they are recorded. */
    CHANGE_REQUEST_LOG_OF_ORGANIZATION,
    SEE_ORGANIZATIONS,
    /** Create and rename organizations. */
    MANAGE_ORGANIZATIONS,
    SEE_HEALTH
  }

  /**
   * The organization in which the act takes place, as seen from the acting person: the person's
   * own, of either kind, or another.
   */
  public enum Place {
    OWN_MULTI_TEAM,
    OWN_SINGLE_TEAM,
    OTHER
  }

  public static boolean allow(User user, Act act, Organization where) {
    Set<User.Role> entitled = entitled(act, place(user, where));
    return rolesOf(user, where).stream().anyMatch(entitled::contains);
  }

  /**
   * Whether the virtual administrator of an organization credential may do this (contract 1.3). It
   * has the rights of an administrator of the organization or the team that its credential covers.
   */
  public static boolean allow(Reach reach, Act act, Organization where) {
    return reach.organization().equals(where.id())
        && entitled(act, place(where)).contains(role(reach, where))
        && !ofPeople(act);
  }

  /** Whether only people may do this, each with what is their own. */
  static boolean ofPeople(Act act) {
    return act == Act.USE_OWN_ACCOUNT || act == Act.MANAGE_PERSONAL_CREDENTIALS;
  }

  private static User.Role role(Reach reach, Organization where) {
    return switch (where.kind()) {
      case MULTI_TEAM ->
          reach.team().isEmpty()
              ? User.Role.ORGANIZATION_ADMINISTRATOR
              : User.Role.TEAM_ADMINISTRATOR;
      case SINGLE_TEAM -> User.Role.TEAM_ADMINISTRATOR;
    };
  }

  /** The same as {@link #mayManage(User, User, Organization)} for a virtual administrator. */
  public static boolean mayManage(Reach reach, User whom, Organization where) {
    return allow(reach, Act.MANAGE_PEOPLE_OF_ORGANIZATION, where)
        && whom.organization().equals(where.id())
        && !whom.role().isOfPlatform();
  }

  /** The roles that a virtual administrator may give to people, the lowest first. */
  public static List<User.Role> grantable(Reach reach, Organization where) {
    return allow(reach, Act.MANAGE_PEOPLE_OF_ORGANIZATION, where)
        ? rolesUpTo(User.Role.ORGANIZATION_ADMINISTRATOR, where)
        : List.of();
  }

  private static List<User.Role> rolesUpTo(User.Role highest, Organization where) {
    return List.of(
            User.Role.MEMBER,
            User.Role.AUDITOR,
            User.Role.ORGANIZATION_ADMINISTRATOR,
            User.Role.PLATFORM_AUDITOR,
            User.Role.SUPER_ADMINISTRATOR)
        .stream()
        .filter(role -> existsIn(role, where.kind()))
        .filter(role -> role.compareTo(highest) >= 0)
        .toList();
  }

  /**
   * Whether {@code user} may change the role, the teams and the state of {@code whom}. People may
   * not change their own, and only a super administrator may change a person with a role of the
   * platform.
   */
  public static boolean mayManage(User user, User whom, Organization where) {
    return allow(user, Act.MANAGE_PEOPLE_OF_ORGANIZATION, where)
        && whom.organization().equals(where.id())
        && !whom.id().equals(user.id())
        && (!whom.role().isOfPlatform() || user.role() == User.Role.SUPER_ADMINISTRATOR);
  }

  /**
   * The roles that {@code user} may give to others, the lowest first. A person cannot give a higher
   * role than the own one. A team administrator is not in the list, because team administrators are
   * appointed in a team and not by a role.
   */
  public static List<User.Role> grantable(User user, Organization where) {
    if (!allow(user, Act.MANAGE_PEOPLE_OF_ORGANIZATION, where)) {
      return List.of();
    }
    return rolesUpTo(
        user.role() == User.Role.SUPER_ADMINISTRATOR
            ? User.Role.SUPER_ADMINISTRATOR
            : User.Role.ORGANIZATION_ADMINISTRATOR,
        where);
  }

  static Set<User.Role> entitled(Act act, Place place) {
    return switch (act) {
      case USE_OWN_ACCOUNT -> atHome(place, ALL_ROLES);
      case MANAGE_PERSONAL_CREDENTIALS -> atHome(place, PERSONAL_ROLES);
      case SEE_CREDENTIALS_OF_ORGANIZATION,
          SEE_AUDIT_OF_ORGANIZATION,
          SEE_PEOPLE_OF_ORGANIZATION,
          SEE_TEAMS_OF_ORGANIZATION,
          SEE_APPROVALS_OF_ORGANIZATION,
          SEE_REVIEWS_OF_ORGANIZATION,
          SEE_WEBHOOKS_OF_ORGANIZATION,
          SEE_ALERTS_OF_ORGANIZATION ->
          switch (place) {
            case OWN_MULTI_TEAM -> MULTI_TEAM_READERS;
            case OWN_SINGLE_TEAM -> SINGLE_TEAM_READERS;
            case OTHER -> PLATFORM_READERS;
          };
      case CREATE_ORGANIZATION_CREDENTIAL,
          CHANGE_ORGANIZATION_CREDENTIAL,
          DELETE_CREDENTIAL_OF_ORGANIZATION,
          TRANSFER_CREDENTIAL_OF_ORGANIZATION,
          END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION,
          MANAGE_PEOPLE_OF_ORGANIZATION,
          MANAGE_TEAMS_OF_ORGANIZATION,
          MANAGE_REVIEWS_OF_ORGANIZATION,
          MANAGE_WEBHOOKS_OF_ORGANIZATION,
          MANAGE_ALERTS_OF_ORGANIZATION,
          CHANGE_REQUEST_LOG_OF_ORGANIZATION ->
          switch (place) {
            case OWN_MULTI_TEAM -> MULTI_TEAM_ROLES;
            case OWN_SINGLE_TEAM -> SINGLE_TEAM_ROLES;
            case OTHER -> PLATFORM_ROLES;
          };
      case SEE_ORGANIZATIONS, SEE_HEALTH -> PLATFORM_READERS;
      case MANAGE_ORGANIZATIONS -> PLATFORM_ROLES;
    };
  }

  private static Set<User.Role> atHome(Place place, Set<User.Role> roles) {
    return switch (place) {
      case OWN_MULTI_TEAM, OWN_SINGLE_TEAM -> roles;
      case OTHER -> NO_ROLES;
    };
  }

  /**
   * Whether organizations of this kind have the role. A single-team organization has no
   * organization administrators: its administrators are those of its one team.
   */
  private static boolean existsIn(User.Role role, Organization.Kind kind) {
    return role != User.Role.ORGANIZATION_ADMINISTRATOR || kind == Organization.Kind.MULTI_TEAM;
  }

  private static Place place(User user, Organization where) {
    if (!user.organization().equals(where.id())) {
      return Place.OTHER;
    }
    return place(where);
  }

  private static Place place(Organization where) {
    return switch (where.kind()) {
      case MULTI_TEAM -> Place.OWN_MULTI_TEAM;
      case SINGLE_TEAM -> Place.OWN_SINGLE_TEAM;
    };
  }

  /**
   * The roles of the person in this organization. A person may administer both an organization and
   * a team, so each role counts by itself. An auditor has no other role: what one administers is
   * only read.
   */
  private static Set<User.Role> rolesOf(User user, Organization where) {
    var roles = EnumSet.of(user.role());
    boolean administersTeam =
        user.teams().stream()
            .filter(User.Membership::administers)
            .anyMatch(membership -> membership.team().organization().equals(where.id()));
    if (administersTeam && !user.role().isAuditor()) {
      roles.add(User.Role.TEAM_ADMINISTRATOR);
    }
    return roles;
  }
}
