package dev.latchkey.storage.grants;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.token.CodeChallenge;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** A new code, the redirect URI to which it is sent, and what its client must prove (PKCE). */
public record NewCode(Secret.Code code, String redirectUri, Optional<CodeChallenge> challenge) {
  void insert(Sql sql, Id.Grant grant, Instant end) throws SQLException {
    sql.update(
        """
        INSERT INTO codes (code_hash, grant_id, redirect_uri, challenge, expires_at, kept_until)
        VALUES (:code, :grant, :redirect_uri, :challenge, :end, :end)
        """,
        Values.of("code", code.hash())
            .and("grant", grant)
            .and("redirect_uri", RedirectUri.withoutQuery(redirectUri))
            .and("challenge", challenge)
            .and("end", end));
  }
}
