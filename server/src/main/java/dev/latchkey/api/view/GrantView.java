package dev.latchkey.api.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.grants.ActiveGrants;
import java.time.Instant;
import java.util.Optional;

/** The access that a person has given to an app. */
public record GrantView(
    Id.Grant grantId,
    Id.Client clientId,
    String app,
    String owner,
    String team,
    Scopes scope,
    Instant consentedAt,
    Instant expiresAt,
    Optional<Instant> lastUsedAt) {
  public static GrantView of(ActiveGrants.Grant grant) {
    return new GrantView(
        grant.id(),
        grant.client(),
        grant.app(),
        grant.owner(),
        grant.team(),
        grant.scope(),
        grant.consentedAt(),
        grant.endsAt(),
        grant.lastUsedAt());
  }
}
