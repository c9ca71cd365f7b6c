package dev.latchkey.bench.store;

import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Team;
import java.time.Instant;

/** The values that all filled rows have in common: one credential, one team, and one time. */
public record CommonValues(Credential.Personal credential, Team team, Instant at) {
  String scope() {
    return credential.scope().joined(Scopes.Separator.COMMA);
  }
}
