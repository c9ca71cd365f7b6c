package dev.latchkey.console.page;

import dev.latchkey.model.person.Organization;
import java.util.Optional;

/** The areas of the web application. Contract 1.4 and rule 6.2 name them. */
public enum Area {
  HOME,
  MY_ACCOUNT,
  OPEN_INTERFACE,
  ORGANIZATION,
  ORGANIZATION_SETTINGS,
  TEAM_SETTINGS,
  PLATFORM,
  AUDIT;

  /** Whether the side bar shows the name, which for the others is that of the context. */
  public boolean isNamed() {
    return switch (this) {
      case MY_ACCOUNT, OPEN_INTERFACE, ORGANIZATION_SETTINGS, TEAM_SETTINGS -> true;
      case HOME, ORGANIZATION, PLATFORM, AUDIT -> false;
    };
  }

  /** Whether the sections of the area belong to a context. Those of the audit log belong to two. */
  boolean isOf(Context context) {
    return switch (this) {
      case HOME, MY_ACCOUNT, OPEN_INTERFACE -> context == Context.PERSONAL;
      case ORGANIZATION, ORGANIZATION_SETTINGS, TEAM_SETTINGS -> context == Context.ORGANIZATION;
      case PLATFORM -> context == Context.PLATFORM;
      case AUDIT -> context != Context.PERSONAL;
    };
  }

  /** The kind of organization that is managed in this area; empty if the area manages none. */
  public Optional<Organization.Kind> kind() {
    return switch (this) {
      case HOME, MY_ACCOUNT, OPEN_INTERFACE, ORGANIZATION, PLATFORM, AUDIT -> Optional.empty();
      case ORGANIZATION_SETTINGS -> Optional.of(Organization.Kind.MULTI_TEAM);
      case TEAM_SETTINGS -> Optional.of(Organization.Kind.SINGLE_TEAM);
    };
  }
}
