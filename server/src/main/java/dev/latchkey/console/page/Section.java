package dev.latchkey.console.page;

import dev.latchkey.edge.http.Access;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The sections to which the navigation links, by their names there (contract 1.4; rule 6.2). */
public enum Section implements Access.ForRole {
  HOME("/", Area.HOME, Rights.Act.USE_OWN_ACCOUNT, Icon.HOUSE),
  MY_ACCOUNT(
      "/account/credentials",
      Area.MY_ACCOUNT,
      Rights.Act.MANAGE_PERSONAL_CREDENTIALS,
      Icon.KEY_ROUND),
  CONNECTED_APPS("/account/apps", Area.MY_ACCOUNT, Rights.Act.USE_OWN_ACCOUNT, Icon.APP_WINDOW),
  SECURITY("/account/security", Area.MY_ACCOUNT, Rights.Act.USE_OWN_ACCOUNT, Icon.SHIELD_CHECK),
  PROFILE("/account/profile", Area.MY_ACCOUNT, Rights.Act.USE_OWN_ACCOUNT, Icon.USER_ROUND),
  API_REFERENCE("/api-reference", Area.OPEN_INTERFACE, Rights.Act.USE_OWN_ACCOUNT, Icon.BOOK_OPEN),
  ORGANIZATION_HOME(
      "/organization", Area.ORGANIZATION, Rights.Act.SEE_AUDIT_OF_ORGANIZATION, Icon.HOUSE),
  APPROVALS("/approvals", Area.ORGANIZATION, Rights.Act.SEE_APPROVALS_OF_ORGANIZATION, Icon.INBOX),
  REVIEWS("/reviews", Area.ORGANIZATION, Rights.Act.SEE_REVIEWS_OF_ORGANIZATION, Icon.CIRCLE_CHECK),
  ALERTS("/alerts", Area.ORGANIZATION, Rights.Act.SEE_ALERTS_OF_ORGANIZATION, Icon.TRIANGLE_ALERT),
  WEBHOOKS("/webhooks", Area.ORGANIZATION, Rights.Act.SEE_WEBHOOKS_OF_ORGANIZATION, Icon.WEBHOOK),
  ORGANIZATION_SETTINGS(
      "/organization/credentials",
      Area.ORGANIZATION_SETTINGS,
      Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
      Icon.KEY_ROUND),
  ORGANIZATION_PEOPLE(
      "/organization/people",
      Area.ORGANIZATION_SETTINGS,
      Rights.Act.SEE_PEOPLE_OF_ORGANIZATION,
      Icon.USERS),
  TEAM_SETTINGS(
      "/configuration/team/credentials",
      Area.TEAM_SETTINGS,
      Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
      Icon.KEY_ROUND),
  TEAM_PEOPLE(
      "/configuration/team/people",
      Area.TEAM_SETTINGS,
      Rights.Act.SEE_PEOPLE_OF_ORGANIZATION,
      Icon.USERS),
  PLATFORM_HOME("/platform", Area.PLATFORM, Rights.Act.SEE_HEALTH, Icon.HOUSE),
  PLATFORM_ORGANIZATIONS(
      "/platform/organizations", Area.PLATFORM, Rights.Act.SEE_ORGANIZATIONS, Icon.BUILDING_2),
  PLATFORM_PEOPLE("/platform/people", Area.PLATFORM, Rights.Act.SEE_ORGANIZATIONS, Icon.USERS),
  PLATFORM_ALERTS(
      "/platform/alerts", Area.PLATFORM, Rights.Act.SEE_ORGANIZATIONS, Icon.TRIANGLE_ALERT),
  PLATFORM_WEBHOOKS(
      "/platform/webhooks", Area.PLATFORM, Rights.Act.SEE_ORGANIZATIONS, Icon.WEBHOOK),
  PLATFORM_ROUTES("/platform/routes", Area.PLATFORM, Rights.Act.SEE_ORGANIZATIONS, Icon.LAYERS),
  PLATFORM_HEALTH("/platform/health", Area.PLATFORM, Rights.Act.SEE_HEALTH, Icon.ACTIVITY),
  CALLS("/calls", Area.AUDIT, Rights.Act.SEE_AUDIT_OF_ORGANIZATION, Icon.ACTIVITY),
  AUDIT("/audit", Area.AUDIT, Rights.Act.SEE_AUDIT_OF_ORGANIZATION, Icon.SCROLL_TEXT);

  private final String path;
  private final Area area;
  private final Rights.Act act;
  private final Icon icon;

  Section(String path, Area area, Rights.Act act, Icon icon) {
    this.path = path;
    this.area = area;
    this.act = act;
    this.icon = icon;
  }

  public String path() {
    return path;
  }

  public Area area() {
    return area;
  }

  public Icon icon() {
    return icon;
  }

  /** Whether it is the first page of its context. */
  public boolean isFirst() {
    return this == HOME || this == ORGANIZATION_HOME || this == PLATFORM_HOME;
  }

  /**
   * The kind of organization that is managed in this section; empty if the section manages none.
   */
  public Optional<Organization.Kind> kind() {
    return area.kind();
  }

  /**
   * Whether the administrators of an organization of this kind may enter it, and not only others.
   */
  boolean isForAdministrators(Organization.Kind home) {
    return area != Area.PLATFORM && kind().map(home::equals).orElse(true);
  }

  /** The section where the people of an organization of this kind are managed. */
  public static Section peopleOf(Organization.Kind kind) {
    return switch (kind) {
      case MULTI_TEAM -> ORGANIZATION_PEOPLE;
      case SINGLE_TEAM -> TEAM_PEOPLE;
    };
  }

  /** The section where the credentials of an organization of this kind are managed. */
  public static Section credentialsOf(Organization.Kind kind) {
    return switch (kind) {
      case MULTI_TEAM -> ORGANIZATION_SETTINGS;
      case SINGLE_TEAM -> TEAM_SETTINGS;
    };
  }

  /** The sections that a person may enter. The navigation shows only these. */
  static List<Section> of(User user, Organization home) {
    return Arrays.stream(values()).filter(section -> section.isFor(user, home)).toList();
  }

  /**
   * A person with a role of the platform may enter the sections of both kinds of organization.
   * Other people may enter only those of their own organization's kind.
   */
  public boolean isFor(User user, Organization home) {
    boolean isOfHome = kind().map(home.kind()::equals).orElse(true);
    return Rights.allow(user, act, home) && (isOfHome || user.role().isOfPlatform());
  }
}
