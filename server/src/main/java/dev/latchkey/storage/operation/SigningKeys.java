package dev.latchkey.storage.operation;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.token.SigningKey;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import java.time.Instant;
import java.util.List;

/**
 * The keys that sign assertions. All nodes share them. The private parts cannot be read from the
 * store.
 */
public record SigningKeys(Database database) {
  public boolean isEmpty() {
    return database.read(sql -> !sql.exists("SELECT 1 FROM signing_keys LIMIT 1"));
  }

  /** All keys, the oldest first. */
  public List<SigningKey> all() {
    return database.read(sql ->
        sql.all(
            """
            SELECT generation, key_id, sealed_key, signs_from
            FROM signing_keys
            ORDER BY generation
            """,
            row ->
                new SigningKey(
                    row.number("generation"),
                    row.text("key_id"),
                    row.bytes("sealed_key"),
                    row.instant("signs_from"))));
  }

  /**
   * Adds a key. False if another node has already added the key of this generation; then that key
   * is used.
   */
  public boolean publish(SigningKey key, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      boolean first =
          sql.updateOne(
              """
              INSERT INTO signing_keys (generation, key_id, sealed_key, signs_from)
              VALUES (?, ?, ?, ?)
              ON CONFLICT (generation) DO NOTHING
              """,
              key.generation(),
              key.id(),
              key.sealed(),
              key.signsFrom());
      if (first) {
        sql.record(AuditEntry.of(now, AuditEvent.SIGNING_KEY_CREATE, AuditOutcome.OK));
      }
      return first;
    });
  }

  /** Deletes each key whose successor has been signing since {@code then} or longer. */
  public int retire(Instant then, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      int deleted =
          sql.update(
              """
              DELETE FROM signing_keys
              WHERE generation < (SELECT MAX(s.generation) FROM signing_keys s WHERE s.signs_from <= ?)
              """,
              then);
      if (deleted > 0) {
        sql.record(AuditEntry.of(now, AuditEvent.SIGNING_KEY_RETIRE, AuditOutcome.OK));
      }
      return deleted;
    });
  }
}
