package dev.latchkey.model;

import java.time.Instant;

/** The data that RFC 7662 introspection of an active refresh token returns (decision 3.9). */
public record LiveRefreshToken(
        Id.User subject,
        Id.Client client,
        Id.Organization organization,
        Scopes scope,
        Instant deadline) {}
