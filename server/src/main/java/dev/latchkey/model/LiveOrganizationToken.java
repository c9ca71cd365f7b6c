package dev.latchkey.model;

import java.time.Instant;

/**
 * An active organization token as administrators see it. The token itself is not known; forms refer
 * to it by its hash.
 */
public record LiveOrganizationToken(
        SecretHash hash, Scopes scope, Instant issuedAt, TokenLife life) {}
