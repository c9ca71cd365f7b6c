package dev.latchkey.model;

import java.util.Optional;

/**
 * Which people and teams a token may see (decision 4.4): all of an organization, one team of it, or
 * the teams that its user belongs to there.
 */
public sealed interface DirectoryView {
    Id.Organization organization();

    record Whole(Id.Organization organization) implements DirectoryView {}

    record OneTeam(Id.Organization organization, Id.Team team) implements DirectoryView {}

    record TeamsOf(Id.Organization organization, Id.User user) implements DirectoryView {}

    /** A virtual administrator sees the reach of its credential. */
    static DirectoryView of(Id.Organization organization, Optional<Id.Team> team) {
        return team.<DirectoryView>map(one -> new OneTeam(organization, one))
                .orElse(new Whole(organization));
    }

    /** A user sees what the user's role shows, within the organization the token is for. */
    static DirectoryView of(User user, Id.Organization organization) {
        return switch (user.role()) {
            case SUPER_ADMINISTRATOR -> new Whole(organization);
            case ORGANIZATION_ADMINISTRATOR ->
                    user.organization().equals(organization)
                            ? new Whole(organization)
                            : new TeamsOf(organization, user.id());
            case TEAM_ADMINISTRATOR, MEMBER -> new TeamsOf(organization, user.id());
        };
    }
}
