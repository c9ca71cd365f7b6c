package dev.latchkey.model;

import java.time.Instant;

/**
 * An organization token that works, as administrators are told of it. Nothing of the token itself
 * is known; its hash names it in a form.
 */
public record LiveOrganizationToken(
        SecretHash hash, Scopes scope, Instant issuedAt, TokenLife life) {}
