package dev.latchkey.model;

import java.util.Optional;

/**
 * What a check of a live token tells: introspection answers with it, the gateway decides by it. A
 * virtual administrator has no e-mail address.
 */
public record LiveToken(
        Id.Subject subject,
        Optional<String> email,
        Id.Client client,
        TokenRoot root,
        Scopes scope,
        Scopes.Separator separator,
        Id.Organization organization,
        Optional<Id.Team> team,
        TokenLife life) {}
