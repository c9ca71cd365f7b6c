package dev.latchkey.storage.pairs;

import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;

/** An item of a batch whose guard held: its index in the batch, from 0, and its grant. */
public record BatchMatch(int index, LiveGrant grant) {
  /** Reads a row with {@code place}, which counts from 1, and the columns of an active grant. */
  public static BatchMatch read(Sql.Row row) throws SQLException {
    return new BatchMatch(row.number("place") - 1, LiveGrant.read(row));
  }
}
