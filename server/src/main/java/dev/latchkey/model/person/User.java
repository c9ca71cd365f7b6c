package dev.latchkey.model.person;

import dev.latchkey.model.Id;
import java.util.List;

/** A person who can sign in. {@code teams} are the teams of the person, sorted by name. */
public record User(
    Id.User id,
    String email,
    String name,
    Id.Organization organization,
    Role role,
    List<Membership> teams) {

  public boolean belongsTo(Id.Team team) {
    return teams.stream().anyMatch(membership -> membership.team().id().equals(team));
  }

  public User renamed(String newName) {
    return new User(id, email, newName, organization, role, teams);
  }

  /** A team of the person, and whether the person administers it. */
  public record Membership(Team team, boolean administers) {}

  /** The highest role of the person, as the demo and the pages show it. */
  public Role effectiveRole() {
    boolean administersTeam = teams.stream().anyMatch(Membership::administers);
    return role == Role.MEMBER && administersTeam ? Role.TEAM_ADMINISTRATOR : role;
  }

  /**
   * The roles of rule 6.1. {@link #TEAM_ADMINISTRATOR} applies to single teams, by {@link
   * Membership#administers}.
   */
  public enum Role {
    SUPER_ADMINISTRATOR,
    /** Sees what a super administrator sees, and changes nothing but the own security. */
    PLATFORM_AUDITOR,
    ORGANIZATION_ADMINISTRATOR,
    /** The same for what an administrator of the organization sees. */
    AUDITOR,
    TEAM_ADMINISTRATOR,
    MEMBER;

    /** What is stored with the person: a member administers teams, each by the membership. */
    public Role stored() {
      return this == TEAM_ADMINISTRATOR ? MEMBER : this;
    }

    /** Whether the role is one of the platform, and not of a single organization. */
    public boolean isOfPlatform() {
      return this == SUPER_ADMINISTRATOR || this == PLATFORM_AUDITOR;
    }

    /** Whether the role only reads. */
    public boolean isAuditor() {
      return this == AUDITOR || this == PLATFORM_AUDITOR;
    }
  }
}
