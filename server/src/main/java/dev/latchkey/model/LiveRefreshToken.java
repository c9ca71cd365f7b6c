package dev.latchkey.model;

import java.time.Instant;

/** What RFC 7662 introspection of a live refresh token tells (decision 3.9). */
public record LiveRefreshToken(
        Id.User subject,
        Id.Client client,
        Id.Organization organization,
        Scopes scope,
        Instant deadline) {}
