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
 * The data of the consent page (security row 27): the app that asks, the user, the address to which
 * the browser goes next, the scope, and the lifetimes.
 */
public record ConsentView(
        SealedRequest request,
        App app,
        String redirectUri,
        User user,
        List<Scope> scope,
        Scopes before,
        Limits limits) {

    /** The app that asks, with its owner and organization. */
    public record App(
            Credential.Personal credential,
            User owner,
            Optional<OwnerChange> ownerChange,
            Organization organization) {
        public String name() {
            return credential.name();
        }
    }

    /** The origin to which the browser will be sent, in a form for people. */
    public String origin() {
        return RedirectUri.origin(redirectUri);
    }

    public List<Scope> reads() {
        return scope.stream().filter(entry -> !entry.writes()).toList();
    }

    public List<Scope> writes() {
        return scope.stream().filter(Scope::writes).toList();
    }

    /** Whether the app belongs to another organization than the user. */
    public boolean isFromOutside() {
        return !app.organization.id().equals(user.organization());
    }

    public boolean hasNew() {
        return scope.stream().anyMatch(this::isNew);
    }

    public boolean isNew(Scope entry) {
        return !before.isEmpty() && !before.names().contains(entry.name());
    }
}
