package dev.latchkey.storage.copy;

import java.io.IOException;
import java.sql.SQLException;

/** All rows of a store, from the store itself or from a file. */
interface StoreRows {
  void sendTo(Receiver receiver) throws SQLException, IOException;

  /** Receives the rows, one table after the other, each after those that it refers to. */
  interface Receiver {
    default void begin(CopiedTable table, long rows) throws SQLException, IOException {}

    default void row(String line) throws SQLException, IOException {}

    /** {@code sum}: that of the rows as they were read. */
    void end(CopiedTable table, RowSum.Result sum) throws SQLException, IOException;

    /** All tables were sent. */
    default void complete() throws SQLException, IOException {}
  }
}
