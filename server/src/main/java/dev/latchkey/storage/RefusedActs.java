package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.Id;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;

/**
 * Lines of the audit trail about what was refused. They may stand in the trail of another
 * organization, so one person or app adds only so many of them; the rest is refused all the same.
 */
final class RefusedActs {
    private RefusedActs() {}

    static void record(Sql sql, Id by, AuditEntry entry) throws SQLException {
        if (Throttle.refusals(by).take(sql, entry.moment().at())) {
            sql.record(entry);
        }
    }
}
