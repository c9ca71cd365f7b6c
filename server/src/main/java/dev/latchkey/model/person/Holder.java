package dev.latchkey.model.person;

import java.util.Arrays;
import java.util.Set;

/**
 * Who has rights, as a column of the table of roles: people by their role and the kind of their
 * organization, and programs with the token of an organization credential.
 */
public enum Holder {
  MEMBER(User.Role.MEMBER, Rights.Place.OWN_MULTI_TEAM),
  /** Of one of several teams. It has no rights of its own in the organization (contract 1.3). */
  TEAM_ADMINISTRATOR_OF_MANY(User.Role.TEAM_ADMINISTRATOR, Rights.Place.OWN_MULTI_TEAM),
  TEAM_ADMINISTRATOR(User.Role.TEAM_ADMINISTRATOR, Rights.Place.OWN_SINGLE_TEAM),
  ORGANIZATION_ADMINISTRATOR(User.Role.ORGANIZATION_ADMINISTRATOR, Rights.Place.OWN_MULTI_TEAM),
  AUDITOR(User.Role.AUDITOR, Rights.Place.OWN_MULTI_TEAM),
  PLATFORM_AUDITOR(User.Role.PLATFORM_AUDITOR, Rights.Place.OWN_MULTI_TEAM),
  SUPER_ADMINISTRATOR(User.Role.SUPER_ADMINISTRATOR, Rights.Place.OWN_MULTI_TEAM),
  /** It covers the organization. With the token of one team among several it has no rights. */
  ORGANIZATION_CREDENTIAL(User.Role.ORGANIZATION_ADMINISTRATOR, Rights.Place.OWN_MULTI_TEAM);

  /** Where the holder may do something. */
  public enum Where {
    NOWHERE,
    OWN_ORGANIZATION,
    EVERY_ORGANIZATION,
    PLATFORM
  }

  private static final Set<Rights.Act> OF_PLATFORM =
      Set.of(Rights.Act.SEE_ORGANIZATIONS, Rights.Act.MANAGE_ORGANIZATIONS, Rights.Act.SEE_HEALTH);

  private final User.Role role;
  private final Rights.Place home;

  Holder(User.Role role, Rights.Place home) {
    this.role = role;
    this.home = home;
  }

  /** The column of a person. */
  public static Holder of(User user, Organization home) {
    User.Role role = user.effectiveRole();
    boolean isSingle = home.kind() == Organization.Kind.SINGLE_TEAM;
    return Arrays.stream(values())
        .filter(holder -> holder.role == role)
        .filter(holder ->
            role != User.Role.TEAM_ADMINISTRATOR
                || (holder.home == Rights.Place.OWN_SINGLE_TEAM) == isSingle)
        .findFirst()
        .orElseThrow();
  }

  public Where may(Rights.Act act) {
    if (this == ORGANIZATION_CREDENTIAL && Rights.ofPeople(act)) {
      return Where.NOWHERE;
    }
    if (!Rights.entitled(act, home).contains(role)) {
      return Where.NOWHERE;
    }
    if (OF_PLATFORM.contains(act)) {
      return Where.PLATFORM;
    }
    return Rights.entitled(act, Rights.Place.OTHER).contains(role)
        ? Where.EVERY_ORGANIZATION
        : Where.OWN_ORGANIZATION;
  }
}
