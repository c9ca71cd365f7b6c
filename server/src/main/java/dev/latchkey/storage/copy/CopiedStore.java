package dev.latchkey.storage.copy;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.database.Sql;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * A store that is read through one connection, in the state in which it was at the first query.
 * {@code connection} has begun no transaction yet.
 */
record CopiedStore(Connection connection, Database.Dialect dialect) implements StoreRows {
  @Override
  public void sendTo(Receiver receiver) throws SQLException, IOException {
    begin();
    read(receiver);
    connection.rollback();
    receiver.complete();
  }

  /** Sends the tables as the present transaction sees them. */
  void read(Receiver receiver) throws SQLException, IOException {
    try (var sql = new Sql(connection, dialect)) {
      int version = Schema.versionOf(sql);
      if (version != Schema.VERSION) {
        throw new StorageFault(
            version == 0
                ? "the store is empty"
                : "the store is at schema version %d, and this program needs %d"
                    .formatted(version, Schema.VERSION));
      }
      for (CopiedTable table : tables()) {
        receiver.begin(table, count(sql, table));
        var sum = new RowSum();
        read(
            table,
            line -> {
              sum.add(line);
              receiver.row(line);
            });
        receiver.end(table, sum.result());
      }
    }
  }

  private void begin() throws SQLException {
    switch (dialect) {
      case SQLITE -> {}
      case POSTGRESQL -> {
        connection.setReadOnly(true);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      }
    }
    connection.setAutoCommit(false);
  }

  private List<CopiedTable> tables() throws SQLException {
    var tables = new ArrayList<CopiedTable>();
    for (String name : Schema.tables()) {
      tables.add(CopiedTable.find(connection, name));
    }
    return tables;
  }

  private static long count(Sql sql, CopiedTable table) throws SQLException {
    return sql.one("SELECT COUNT(*) AS rows FROM " + table.name(), row -> row.large("rows"))
        .orElse(0L);
  }

  @FunctionalInterface
  interface Lines {
    void accept(String line) throws SQLException, IOException;
  }

  private void read(CopiedTable table, Lines lines) throws SQLException, IOException {
    switch (dialect) {
      case SQLITE -> {
        List<ValueKind> kinds = table.kinds(connection);
        try (PreparedStatement query = connection.prepareStatement(table.select());
            ResultSet row = query.executeQuery()) {
          while (row.next()) {
            lines.accept(RowText.of(row, kinds));
          }
        }
      }
      case POSTGRESQL -> {
        CopyOut out =
            connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyOut("COPY (" + table.select() + ") TO STDOUT");
        byte[] row = out.readFromCopy();
        while (row != null) {
          lines.accept(new String(row, 0, row.length - 1, StandardCharsets.UTF_8));
          row = out.readFromCopy();
        }
      }
    }
  }
}
