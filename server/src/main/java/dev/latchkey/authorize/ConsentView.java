package dev.latchkey.authorize;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Organization;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.Scope;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.model.User;
import dev.latchkey.storage.EarlierConsent;
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
        Permissions permissions,
        Optional<EarlierConsent> earlier,
        Limits limits) {

    /**
     * The scopes that the app asks for. {@code before}: those of active grants. {@code
     * mayLeaveOut}: whether the user may leave out single ones, and {@code chosen}: those that are
     * ticked.
     */
    public record Permissions(
            List<Scope> scope, Scopes before, boolean mayLeaveOut, Scopes chosen) {
        public Permissions {
            scope = List.copyOf(scope);
        }
    }

    /** The app that asks, with its owner and organization. */
    public record App(
            Credential.Personal credential,
            User owner,
            Optional<OwnerChange> ownerChange,
            Organization organization,
            Optional<RequestingClient.LetIn> origin) {
        public String name() {
            return credential.name();
        }
    }

    /** How many days the access lasts at most. */
    public long days() {
        long usual = limits.grantDays();
        return app.origin.map(from -> Math.min(usual, from.longest().toDays())).orElse(usual);
    }

    /** Who publishes an app that has no credential. Empty for a program that registered itself. */
    public String publisher() {
        return app.origin.flatMap(RequestingClient.LetIn::host).orElse("");
    }

    /** The origin to which the browser will be sent, in a form for people. */
    public String origin() {
        return RedirectUri.origin(redirectUri);
    }

    public List<Scope> reads() {
        return permissions.scope.stream().filter(entry -> !entry.writes()).toList();
    }

    public List<Scope> writes() {
        return permissions.scope.stream().filter(Scope::writes).toList();
    }

    /**
     * Whether the owner of the app belongs to the user's own organization, whose administrators
     * manage the owner's account. The organization cannot vouch for any other owner.
     */
    public boolean isOwnerVerified() {
        return app.organization.id().equals(user.organization());
    }

    /** The consent that the user gave to another owner of the app. */
    public Optional<EarlierConsent> givenToFormerOwner() {
        return earlier.filter(consent -> !consent.owner().equals(app.owner.id()));
    }

    /** The redirect URIs that the app has now and did not have at the user's latest consent. */
    public List<RedirectUri> newRedirectUris() {
        List<RedirectUri> known =
                earlier.map(EarlierConsent::redirectUris).orElse(app.credential.redirectUris());
        return app.credential.redirectUris().stream().filter(uri -> !known.contains(uri)).toList();
    }

    /** Whether the browser will be sent to one of the new redirect URIs. */
    public boolean leadsToNewRedirectUri() {
        return newRedirectUris().stream().anyMatch(uri -> uri.admits(redirectUri));
    }

    public boolean hasGrantedBefore() {
        return !permissions.before.isEmpty();
    }

    public boolean hasNew() {
        return permissions.scope.stream().anyMatch(this::isNew);
    }

    public boolean isNew(Scope entry) {
        return hasGrantedBefore() && !permissions.before.names().contains(entry.name());
    }

    public boolean isChosen(Scope entry) {
        return permissions.chosen.names().contains(entry.name());
    }
}
