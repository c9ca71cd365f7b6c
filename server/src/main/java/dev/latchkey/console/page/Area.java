package dev.latchkey.console.page;

import dev.latchkey.model.person.Organization;
import java.util.Optional;

/** The areas of the web application. Contract 1.4 and rule 6.2 name them. */
public enum Area {
  /** The start page. The navigation shows it above the others, without a title. */
  HOME,
  MY_ACCOUNT,
  ORGANIZATION_SETTINGS,
  TEAM_SETTINGS,
  AUDIT,
  OPEN_INTERFACE,
  PLATFORM;

  /** The kind of organization that is managed in this area; empty if the area manages none. */
  public Optional<Organization.Kind> kind() {
    return switch (this) {
      case HOME, MY_ACCOUNT, AUDIT, OPEN_INTERFACE, PLATFORM -> Optional.empty();
      case ORGANIZATION_SETTINGS -> Optional.of(Organization.Kind.MULTI_TEAM);
      case TEAM_SETTINGS -> Optional.of(Organization.Kind.SINGLE_TEAM);
    };
  }
}
