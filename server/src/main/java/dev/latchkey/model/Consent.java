package dev.latchkey.model;

import java.time.Duration;
import java.util.Optional;

/**
 * What a user has agreed to: which credential may use which scopes for which team, for which part
 * of the open interface, and to which redirect URI the code is sent (contract 4.1). {@code
 * separator}: the one that the app used between scopes, and can read. {@code longest} is how long
 * the grant may last, if that is shorter than usual.
 */
public record Consent(
        Id.Client client,
        Id.User user,
        Id.Team team,
        Scopes scope,
        String redirectUri,
        Optional<CodeChallenge> challenge,
        Scopes.Separator separator,
        Optional<Resource> resource,
        Optional<Duration> longest) {

    /** A consent for the whole open interface and for as long as every other one. */
    public Consent(
            Id.Client client,
            Id.User user,
            Id.Team team,
            Scopes scope,
            String redirectUri,
            Optional<CodeChallenge> challenge,
            Scopes.Separator separator) {
        this(
                client,
                user,
                team,
                scope,
                redirectUri,
                challenge,
                separator,
                Optional.empty(),
                Optional.empty());
    }
}
