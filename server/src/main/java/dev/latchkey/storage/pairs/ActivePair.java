package dev.latchkey.storage.pairs;

import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;

/** The pair of an active grant, before it is replaced. */
record ActivePair(SecretHash access, SecretHash refresh, Instant refreshEnd, LiveGrant grant) {
  /** Reads a row with the columns of a pair and of the view {@code live_grants}. */
  public static ActivePair read(Sql.Row row) throws SQLException {
    return new ActivePair(
        row.hash("access_hash"),
        row.hash("refresh_hash"),
        row.instant("refresh_expires_at"),
        LiveGrant.read(row));
  }
}
