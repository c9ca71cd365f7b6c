package dev.latchkey.page;

import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.User;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What the navigation leads to, as it names it (contract 1.4; decision 6.2). */
public enum Place {
    MY_ACCOUNT("/account/credentials"),
    CONNECTED_APPS("/account/apps"),
    SECURITY("/account/security"),
    ORGANIZATION_SETTINGS("/organization/credentials"),
    TEAM_SETTINGS("/configuration/team/credentials"),
    AUDIT("/audit");

    private final String path;

    Place(String path) {
        this.path = path;
    }

    public String path() {
        return path;
    }

    /** The kind of organization managed here; empty where people manage what is theirs. */
    public Optional<Organization.Kind> kind() {
        return switch (this) {
            case MY_ACCOUNT, CONNECTED_APPS, SECURITY, AUDIT -> Optional.empty();
            case ORGANIZATION_SETTINGS -> Optional.of(Organization.Kind.MULTI_TEAM);
            case TEAM_SETTINGS -> Optional.of(Organization.Kind.SINGLE_TEAM);
        };
    }

    /** The places a person may enter: the navigation shows no other. */
    static List<Place> of(User user, Organization home) {
        return Arrays.stream(values()).filter(place -> place.isFor(user, home)).toList();
    }

    public boolean isFor(User user, Organization home) {
        if (this == AUDIT) {
            return Rights.allow(user, Rights.Act.SEE_AUDIT_OF_ORGANIZATION, home);
        }
        return user.role() == User.Role.SUPER_ADMINISTRATOR
                || kind().map(kind ->
                                kind == home.kind()
                                        && Rights.allow(
                                                user,
                                                Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION,
                                                home))
                        .orElse(true);
    }
}
