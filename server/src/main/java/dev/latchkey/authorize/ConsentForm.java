package dev.latchkey.authorize;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.User;
import dev.latchkey.page.PageRequest;
import java.util.Optional;

/**
 * What a user enters on the consent page.
 *
 * @param scope that the app asks for
 */
record ConsentForm(PageRequest request, RequestingClient client, Scopes scope) {
    Credential.Personal credential() {
        return client.credential();
    }

    /** Whether the owner of the app lets users leave out single scopes. */
    boolean mayLeaveOutScopes() {
        return credential().options().contains(Credential.Option.LEAVE_OUT_SCOPES);
    }

    /**
     * The scopes that the user grants: those that the form names if the user may leave out single
     * ones, and otherwise all that were asked for. Empty if the form names none, or one that was
     * not asked for.
     */
    Optional<Scopes> granted() {
        if (!mayLeaveOutScopes()) {
            return Optional.of(scope);
        }
        Scopes chosen = chosen();
        return chosen.isEmpty() || !scope.covers(chosen) ? Optional.empty() : Optional.of(chosen);
    }

    /** The scopes that the form names. */
    Scopes chosen() {
        return Scopes.of(request.form().all("scope"));
    }

    /** The team that the user has chosen, or the only team that the user belongs to. */
    Optional<Id.Team> team() {
        User user = request.user();
        Optional<Id.Team> chosen = request.form().value("team_id").map(Id.Team::new);
        if (chosen.isEmpty() && user.teams().size() == 1) {
            return Optional.of(user.teams().getFirst().team().id());
        }
        return chosen.filter(user::belongsTo);
    }
}
