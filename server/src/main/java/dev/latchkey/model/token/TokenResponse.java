package dev.latchkey.model.token;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;

/** The token response of contract 2.2, before it is written as JSON. */
public record TokenResponse(
    TokenPair pair,
    int expiresInSeconds,
    Scopes scope,
    Scopes.Separator separator,
    Id.User userId,
    String email) {}
