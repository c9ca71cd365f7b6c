package dev.latchkey.bench.store;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Team;
import java.time.Instant;

/** The values that all filled rows have in common: one credential, one team, and one time. */
public record CommonValues(Credential.Personal credential, Team team, Instant at) {
  String scope() {
    return credential.scope().joined(Scopes.Separator.COMMA);
  }
}
