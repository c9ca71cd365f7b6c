package dev.latchkey.storage.operation;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import java.util.List;

/** All keys that are encrypted under the key file, for the rotation of that file. */
public record SealedKeys(Database database) {
  /** What is encrypted under the key file. */
  public enum Kind {
    SIGNING_KEY(
        """
        SELECT key_id AS id, sealed_key AS sealed
        FROM signing_keys
        WHERE key_id > ?
        ORDER BY key_id
        LIMIT ?
        """,
        """
        UPDATE signing_keys
        SET sealed_key = ?
        WHERE key_id = ?
          AND sealed_key = ?
        """),
    SECOND_FACTOR(
        """
        SELECT user_id AS id, factor_key AS sealed
        FROM users
        WHERE user_id > ?
          AND factor_key IS NOT NULL
        ORDER BY user_id
        LIMIT ?
        """,
        """
        UPDATE users
        SET factor_key = ?
        WHERE user_id = ?
          AND factor_key = ?
        """),
    WEBHOOK(
        """
        SELECT endpoint_id AS id, sealed_secret AS sealed
        FROM event_endpoints
        WHERE endpoint_id > ?
        ORDER BY endpoint_id
        LIMIT ?
        """,
        """
        UPDATE event_endpoints
        SET sealed_secret = ?
        WHERE endpoint_id = ?
          AND sealed_secret = ?
        """),
    MAIL(
        """
        SELECT mail_id AS id, sealed_mail AS sealed
        FROM mails
        WHERE mail_id > ?
        ORDER BY mail_id
        LIMIT ?
        """,
        """
        UPDATE mails
        SET sealed_mail = ?
        WHERE mail_id = ?
          AND sealed_mail = ?
        """);

    private final String next;
    private final String replace;

    Kind(String next, String replace) {
      this.next = next;
      this.replace = replace;
    }
  }

  /** An encrypted key. {@code id} is that of its row, and is part of what was encrypted. */
  public record Sealed(String id, byte[] bytes) {}

  public record Replacement(Sealed before, byte[] after) {}

  /** The next keys in the order of their ids. */
  public List<Sealed> next(Kind kind, String after, int most) {
    return database.read(sql ->
        sql.all(kind.next, row -> new Sealed(row.text("id"), row.bytes("sealed")), after, most));
  }

  /** Replaces each key that is still the one that was read. Returns how many were replaced. */
  public int replace(Kind kind, List<Replacement> replacements, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      int replaced = 0;
      for (Replacement each : replacements) {
        replaced +=
            sql.update(kind.replace, each.after(), each.before().id(), each.before().bytes());
      }
      return replaced;
    });
  }

  /** Adds the rotation to the audit log. */
  public void recordRotation(RequestMoment now) {
    var store = database.at(now).using(WriteSpace.RENEWING);
    store.run(sql -> sql.record(AuditEntry.of(now, AuditEvent.KEY_FILE_ROTATE, AuditOutcome.OK)));
  }
}
