package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SigningKey;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import java.time.Instant;
import java.util.List;

/**
 * The keys that sign assertions, shared by all nodes; the private parts can be read by none of it.
 */
public final class SigningKeys {
    private final Database database;

    public SigningKeys(Database database) {
        this.database = database;
    }

    public boolean isEmpty() {
        return database.read(sql -> !sql.exists("SELECT 1 FROM signing_keys LIMIT 1"));
    }

    /** The oldest first. */
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

    /** False if another node was first with this generation: then its key is the one. */
    public boolean publish(SigningKey key, RequestMoment now) {
        var store = database.at(now).using(WriteSpace.RENEWING);
        return store.write(sql -> {
            boolean first =
                    sql.update(
                                    """
                                    INSERT INTO signing_keys (generation, key_id, sealed_key, signs_from)
                                    VALUES (?, ?, ?, ?)
                                    ON CONFLICT (generation) DO NOTHING
                                    """,
                                    key.generation(),
                                    key.id(),
                                    key.sealed(),
                                    key.signsFrom())
                            == 1;
            if (first) {
                sql.record(AuditEntry.of(now, AuditEvent.SIGNING_KEY_CREATE, AuditEntry.OK));
            }
            return first;
        });
    }

    /** Takes away each key whose successor has signed since {@code then} or longer. */
    public int retire(Instant then, RequestMoment now) {
        var store = database.at(now).using(WriteSpace.ENDING);
        return store.write(sql -> {
            int gone =
                    sql.update(
                            """
                            DELETE FROM signing_keys
                            WHERE generation < (SELECT MAX(s.generation) FROM signing_keys s WHERE s.signs_from <= ?)
                            """,
                            then);
            if (gone > 0) {
                sql.record(AuditEntry.of(now, AuditEvent.SIGNING_KEY_RETIRE, AuditEntry.OK));
            }
            return gone;
        });
    }
}
