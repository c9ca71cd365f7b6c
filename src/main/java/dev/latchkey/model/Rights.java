package dev.latchkey.model;

import java.util.EnumSet;
import java.util.Set;

/**
 * Who may do what, and where (contract 1.3, 1.4 and 5.7; decision 6.2). A table and nothing else:
 * pages ask it, and whatever it does not name is forbidden.
 */
public final class Rights {
    private static final Set<User.Role> EVERYBODY = EnumSet.allOf(User.Role.class);
    private static final Set<User.Role> NOBODY = EnumSet.noneOf(User.Role.class);

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
        SEE_AUDIT_OF_ORGANIZATION
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
                    SEE_AUDIT_OF_ORGANIZATION ->
                    switch (place) {
                        case OWN_MULTI_TEAM ->
                                EnumSet.of(
                                        User.Role.SUPER_ADMINISTRATOR,
                                        User.Role.ORGANIZATION_ADMINISTRATOR);
                        case OWN_SINGLE_TEAM ->
                                EnumSet.of(
                                        User.Role.SUPER_ADMINISTRATOR,
                                        User.Role.TEAM_ADMINISTRATOR);
                        case OTHER -> EnumSet.of(User.Role.SUPER_ADMINISTRATOR);
                    };
        };
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
