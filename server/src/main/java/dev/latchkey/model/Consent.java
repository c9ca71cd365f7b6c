package dev.latchkey.model;

import java.util.Optional;

/**
 * What a person agreed to: which credential may do what, for which team, and where the code goes
 * (contract 4.1).
 */
public record Consent(
        Id.Client client,
        Id.User user,
        Id.Team team,
        Scopes scope,
        String redirectUri,
        Optional<CodeChallenge> challenge) {}
