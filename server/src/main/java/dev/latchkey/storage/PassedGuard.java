package dev.latchkey.storage;

import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;

/** One of a batch that the guard let through: its place in the batch, from 0, and its grant. */
record PassedGuard(int place, LiveGrant grant) {
    /** A row with {@code place}, counted from 1, and the columns of a live grant. */
    static PassedGuard read(Sql.Row row) throws SQLException {
        return new PassedGuard(row.number("place") - 1, LiveGrant.read(row));
    }
}
