package dev.latchkey.model;

import java.util.Optional;

/**
 * What tokens of one credential, team and scope have in common. Tokens answered from memory share
 * one instance, so what is derived from it can be remembered by its identity.
 */
public record SharedClaims(
        Id.Client client,
        Id.Organization organization,
        Optional<Id.Team> team,
        Scopes scope,
        Scopes.Separator separator) {}
