package dev.latchkey.authorize;

import dev.latchkey.model.Scope;
import dev.latchkey.storage.StandingGrants;
import java.util.List;

/** One consent as it is shown to its user, with the scope described in words. */
public record ConnectedApp(StandingGrants.Grant grant, List<Scope> scope) {
    public String initial() {
        return grant.app().substring(0, grant.app().offsetByCodePoints(0, 1));
    }
}
