package dev.latchkey.storage.grants;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * A consent that a user has given before. The owner of the credential and its redirect URIs are
 * those of that time.
 */
public record EarlierConsent(
    Instant at, Id.User owner, String ownerName, List<RedirectUri> redirectUris) {
  public EarlierConsent {
    redirectUris = List.copyOf(redirectUris);
  }

  static EarlierConsent read(Sql.Row row) throws SQLException {
    return new EarlierConsent(
        row.instant("consented_at"),
        new Id.User(row.text("owner_id")),
        row.text("owner"),
        row.text("redirect_uris").lines().map(RedirectUri::new).toList());
  }
}
