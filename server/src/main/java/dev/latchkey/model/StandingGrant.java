package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/** What a person has allowed an app and may take back, with the names a page tells it by. */
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
