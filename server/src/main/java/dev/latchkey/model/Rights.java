package dev.latchkey.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Who may do what, and where (contract 1.3, 1.4 and 5.7; decision 6.2). A table and nothing else:
 * pages ask it, and whatever it does not name is forbidden.
 */
public final class Rights {
    private static final Set<User.Role> EVERYBODY = EnumSet.allOf(User.Role.class);
    private static final Set<User.Role> NOBODY = EnumSet.noneOf(User.Role.class);
    private static final Set<User.Role> PLATFORM = EnumSet.of(User.Role.SUPER_ADMINISTRATOR);
    private static final Set<User.Role> MULTI_TEAM =
            EnumSet.of(User.Role.SUPER_ADMINISTRATOR, User.Role.ORGANIZATION_ADMINISTRATOR);
    private static final Set<User.Role> SINGLE_TEAM =
            EnumSet.of(User.Role.SUPER_ADMINISTRATOR, User.Role.TEAM_ADMINISTRATOR);

    private Rights() {}

    public enum Act {
        /** Create, change and delete personal credentials of one's own. */
        KEEP_PERSONAL_CREDENTIALS,
        SEE_CREDENTIALS_OF_ORGANIZATION,
        CREATE_ORGANIZATION_CREDENTIAL,
        /** Its name and scope, and its tokens. */
        CHANGE_ORGANIZATION_CREDENTIAL,
        /** Of an organization credential, and of a member's personal one. */
        DELETE_CREDENTIAL_OF_ORGANIZATION,
        /** A member's personal one, to another member. */
        TRANSFER_CREDENTIAL_OF_ORGANIZATION,
        SEE_AUDIT_OF_ORGANIZATION,
        /** See the people of an organization, add, change and disable them, hand out links. */
        KEEP_PEOPLE_OF_ORGANIZATION,
        /** Create and rename them. */
        KEEP_TEAMS_OF_ORGANIZATION,
        /** See, create and rename organizations. */
        KEEP_ORGANIZATIONS,
        SEE_HEALTH
    }

    /** The organization an act is about, as seen from the person. */
    public enum Place {
        OWN_MULTI_TEAM,
        OWN_SINGLE_TEAM,
        OTHER
    }

    public static boolean allow(User user, Act act, Organization where) {
        Set<User.Role> entitled = entitled(act, place(user, where));
        return held(user, where).stream().anyMatch(entitled::contains);
    }

    /**
     * Whether {@code user} may change what {@code whom} is: never the own standing, and nobody
     * reaches above the own role.
     */
    public static boolean mayKeep(User user, User whom, Organization where) {
        return allow(user, Act.KEEP_PEOPLE_OF_ORGANIZATION, where)
                && whom.organization().equals(where.id())
                && !whom.id().equals(user.id())
                && (whom.role() != User.Role.SUPER_ADMINISTRATOR
                        || user.role() == User.Role.SUPER_ADMINISTRATOR);
    }

    /**
     * The roles that {@code user} may give, the least first: none above the own. A team
     * administrator is made by the team, not by a role.
     */
    public static List<User.Role> grantable(User user, Organization where) {
        if (!allow(user, Act.KEEP_PEOPLE_OF_ORGANIZATION, where)) {
            return List.of();
        }
        return List.of(
                        User.Role.MEMBER,
                        User.Role.ORGANIZATION_ADMINISTRATOR,
                        User.Role.SUPER_ADMINISTRATOR)
                .stream()
                .filter(role -> isKnown(role, where.kind()))
                .filter(role ->
                        role != User.Role.SUPER_ADMINISTRATOR
                                || user.role() == User.Role.SUPER_ADMINISTRATOR)
                .toList();
    }

    static Set<User.Role> entitled(Act act, Place place) {
        return switch (act) {
            case KEEP_PERSONAL_CREDENTIALS ->
                    switch (place) {
                        case OWN_MULTI_TEAM, OWN_SINGLE_TEAM -> EVERYBODY;
                        case OTHER -> NOBODY;
                    };
            case SEE_CREDENTIALS_OF_ORGANIZATION,
                    CREATE_ORGANIZATION_CREDENTIAL,
                    CHANGE_ORGANIZATION_CREDENTIAL,
                    DELETE_CREDENTIAL_OF_ORGANIZATION,
                    TRANSFER_CREDENTIAL_OF_ORGANIZATION,
                    SEE_AUDIT_OF_ORGANIZATION,
                    KEEP_PEOPLE_OF_ORGANIZATION,
                    KEEP_TEAMS_OF_ORGANIZATION ->
                    switch (place) {
                        case OWN_MULTI_TEAM -> MULTI_TEAM;
                        case OWN_SINGLE_TEAM -> SINGLE_TEAM;
                        case OTHER -> PLATFORM;
                    };
            case KEEP_ORGANIZATIONS, SEE_HEALTH -> PLATFORM;
        };
    }

    /** The one team of a single-team organization is what its administrators administer. */
    private static boolean isKnown(User.Role role, Organization.Kind kind) {
        return role != User.Role.ORGANIZATION_ADMINISTRATOR || kind == Organization.Kind.MULTI_TEAM;
    }

    private static Place place(User user, Organization where) {
        if (!user.organization().equals(where.id())) {
            return Place.OTHER;
        }
        return switch (where.kind()) {
            case MULTI_TEAM -> Place.OWN_MULTI_TEAM;
            case SINGLE_TEAM -> Place.OWN_SINGLE_TEAM;
        };
    }

    /** A person may administer both an organization and a team: each role counts by itself. */
    private static Set<User.Role> held(User user, Organization where) {
        var held = EnumSet.of(user.role());
        boolean administersTeam =
                user.teams().stream()
                        .filter(User.Membership::administers)
                        .anyMatch(
                                membership -> membership.team().organization().equals(where.id()));
        if (administersTeam) {
            held.add(User.Role.TEAM_ADMINISTRATOR);
        }
        return held;
    }
}
