package dev.latchkey.model;

import java.util.List;

/** A person who signs in. {@code teams} are those the person belongs to, by name. */
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

    /** A team a person belongs to, and whether the person administers it. */
    public record Membership(Team team, boolean administers) {}

    /** The highest role a person holds, as the demo and the pages name it. */
    public Role effectiveRole() {
        boolean administersTeam = teams.stream().anyMatch(Membership::administers);
        return role == Role.MEMBER && administersTeam ? Role.TEAM_ADMINISTRATOR : role;
    }

    /**
     * Decision 6.1. {@link #TEAM_ADMINISTRATOR} is held per team, by {@link
     * Membership#administers}.
     */
    public enum Role {
        SUPER_ADMINISTRATOR,
        ORGANIZATION_ADMINISTRATOR,
        TEAM_ADMINISTRATOR,
        MEMBER
    }
}
