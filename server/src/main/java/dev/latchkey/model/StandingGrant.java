package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/** A grant that a user has given to an app and can revoke, with the names that a page shows. */
public record StandingGrant(
        Id.Grant id,
        Id.Client client,
        String app,
        String owner,
        String organization,
        String team,
        Optional<OwnerChange> ownerChange,
        Scopes scope,
        Instant consentedAt,
        Instant endsAt,
        Optional<Instant> firstUsedAt,
        Optional<Instant> lastUsedAt) {}
