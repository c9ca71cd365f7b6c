package dev.latchkey.model;

import java.util.Optional;

/**
 * What tokens of one credential, team and scope have in common. Tokens answered from memory share
 * one instance, so what is derived from it can be remembered by its identity. {@code owner} is the
 * person whose being disabled ends the tokens of a personal credential; those of an organization
 * credential outlive their administrator.
 */
public record SharedClaims(
        Id.Client client,
        Optional<Id.User> owner,
        Id.Organization organization,
        Optional<Id.Team> team,
        Scopes scope,
        Scopes.Separator separator) {}
