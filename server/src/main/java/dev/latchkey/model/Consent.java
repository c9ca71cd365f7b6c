package dev.latchkey.model;

import java.util.Optional;

/**
 * What a user has agreed to: which credential may use which scopes for which team, for which part
 * of the open interface, and to which redirect URI the code is sent (contract 4.1). {@code
 * separator}: the one that the app used between scopes, and can read.
 */
public record Consent(
        Id.Client client,
        Id.User user,
        Id.Team team,
        Scopes scope,
        String redirectUri,
        Optional<CodeChallenge> challenge,
        Scopes.Separator separator,
        Optional<Resource> resource) {

    /** A consent for the whole open interface. */
    public Consent(
            Id.Client client,
            Id.User user,
            Id.Team team,
            Scopes scope,
            String redirectUri,
            Optional<CodeChallenge> challenge,
            Scopes.Separator separator) {
        this(client, user, team, scope, redirectUri, challenge, separator, Optional.empty());
    }
}
