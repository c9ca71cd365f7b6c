package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Reach;
import dev.latchkey.model.Team;
import java.util.Optional;

/**
 * Whose data the token of a new organization credential will reach: shown before it is created, and
 * stored with it. {@code teamName} is empty if it is the whole organization.
 */
public record OrganizationTokenTarget(Organization organization, Reach reach, String teamName) {
    static OrganizationTokenTarget all(Organization organization) {
        return new OrganizationTokenTarget(organization, reach(organization, Optional.empty()), "");
    }

    static OrganizationTokenTarget only(Team team, Organization organization) {
        return new OrganizationTokenTarget(
                organization, reach(organization, Optional.of(team.id())), team.name());
    }

    private static Reach reach(Organization organization, Optional<Id.Team> team) {
        return new Reach(organization.id(), team);
    }
}
