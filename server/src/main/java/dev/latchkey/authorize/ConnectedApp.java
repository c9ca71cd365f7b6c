package dev.latchkey.authorize;

import dev.latchkey.model.Scope;
import dev.latchkey.storage.StandingGrants;
import java.util.List;

/** One consent as its user is told of it: the scope in words. */
public record ConnectedApp(StandingGrants.Grant grant, List<Scope> scope) {
    public String initial() {
        return grant.app().substring(0, grant.app().offsetByCodePoints(0, 1));
    }
}
