package dev.latchkey.model;

import java.util.Optional;

/**
 * Which people and teams a token may see (decision 4.4): all of an organization, one team of it, or
 * the teams that its user belongs to there.
 */
public sealed interface Sight {
    Id.Organization organization();

    record Whole(Id.Organization organization) implements Sight {}

    record OneTeam(Id.Organization organization, Id.Team team) implements Sight {}

    record TeamsOf(Id.Organization organization, Id.User user) implements Sight {}

    /** A virtual administrator sees the reach of its credential. */
    static Sight of(Id.Organization organization, Optional<Id.Team> team) {
        return team.<Sight>map(one -> new OneTeam(organization, one))
                .orElse(new Whole(organization));
    }

    /** A user sees what the user's role shows, within the organization the token is for. */
    static Sight of(User user, Id.Organization organization) {
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
