package dev.latchkey.authorize;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Organization;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.Scope;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.model.User;
import dev.latchkey.storage.OwnerChange;
import java.util.List;
import java.util.Optional;

/**
 * What the consent page shows (security row 27): which app asks, for whom, where the browser goes
 * next, for what scope, and for how long.
 */
public record ConsentView(
        SealedRequest request,
        App app,
        String redirectUri,
        User user,
        List<Scope> scope,
        Scopes before,
        Limits limits) {

    /** The app that asks, and whose it is. */
    public record App(
            Credential.Personal credential,
            User owner,
            Optional<OwnerChange> ownerChange,
            Organization organization) {
        public String name() {
            return credential.name();
        }
    }

    /** Where the browser will be sent, as a person reads it. */
    public String origin() {
        return RedirectUri.origin(redirectUri);
    }

    public List<Scope> reads() {
        return scope.stream().filter(entry -> !entry.writes()).toList();
    }

    public List<Scope> writes() {
        return scope.stream().filter(Scope::writes).toList();
    }

    public boolean isNew(Scope entry) {
        return !before.isEmpty() && !before.names().contains(entry.name());
    }
}
