package dev.latchkey.bench.store;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Team;
import java.time.Instant;

/** What every filled row refers to: one credential, one team, and the time of all rows. */
public record Home(Credential.Personal credential, Team team, Instant at) {
    String scope() {
        return credential.scope().joined(Scopes.Separator.COMMA);
    }
}
