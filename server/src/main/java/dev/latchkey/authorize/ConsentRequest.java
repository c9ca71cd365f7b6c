package dev.latchkey.authorize;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.page.PageRequest;
import java.util.Optional;

/**
 * A request for the consent page, and the authorization request that the browser brought with it.
 *
 * @param id of the authorization request
 * @param sealed the authorization request as the browser carries it
 * @param sound what the authorization request asks for
 */
record ConsentRequest(
        PageRequest request,
        Id.Request id,
        SealedRequest sealed,
        AuthorizationRequest.Sound sound) {

    /** Whether the owner of the app lets users leave out single scopes. */
    boolean mayLeaveOutScopes() {
        return sound.credential().options().contains(Credential.Option.LEAVE_OUT_SCOPES);
    }

    /**
     * The scopes that the user grants: those that the form names if the user may leave out single
     * ones, and otherwise all that were asked for. Empty if the form names none, or one that was
     * not asked for.
     */
    Optional<Scopes> granted() {
        if (!mayLeaveOutScopes()) {
            return Optional.of(sound.scope());
        }
        Scopes chosen = chosen();
        return chosen.isEmpty() || !sound.scope().covers(chosen)
                ? Optional.empty()
                : Optional.of(chosen);
    }

    /** The scopes that the form names. */
    Scopes chosen() {
        return Scopes.of(request.form().all("scope"));
    }
}
