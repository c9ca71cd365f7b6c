package dev.latchkey.storage.copy;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.operation.DayPartitions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * An empty store that receives the rows of another one, in one transaction. After the last row it
 * creates indexes and foreign keys, reads everything back, and compares it with what it has
 * received.
 */
final class FilledStore implements StoreRows.Receiver {
  private final Connection connection;
  private final Database.Dialect dialect;
  private final Sql sql;
  private final Map<String, RowSum.Result> received = new HashMap<>();
  private final CopyProgress checked;
  private final Runnable beforeCommit;
  private @Nullable Load load;

  FilledStore(
      Connection connection, Database.Dialect dialect, CopyProgress checked, Runnable beforeCommit)
      throws SQLException {
    this.connection = connection;
    this.dialect = dialect;
    this.checked = checked;
    this.beforeCommit = beforeCommit;
    sql = new Sql(connection, dialect);
    connection.setAutoCommit(false);
    if (Schema.versionOf(sql) != 0) {
      throw new StorageFault("the database has the tables of a store already: name an empty one");
    }
    Schema.createTablesToFill(sql);
    switch (dialect) {
      case SQLITE -> {}
      case POSTGRESQL -> DayPartitions.createForCopy(sql);
    }
  }

  /** Writes the rows of one table. */
  private interface Load {
    void row(String line) throws SQLException, IOException;

    void end() throws SQLException, IOException;
  }

  @Override
  public void begin(CopiedTable table, long rows) throws SQLException {
    load =
        switch (dialect) {
          case SQLITE -> new Inserts(connection, table);
          case POSTGRESQL -> new Copy(connection, table);
        };
  }

  @Override
  public void row(String line) throws SQLException, IOException {
    loading().row(line);
  }

  @Override
  public void end(CopiedTable table, RowSum.Result sum) throws SQLException, IOException {
    loading().end();
    received.put(table.name(), sum);
  }

  private Load loading() {
    if (load == null) {
      throw new IllegalStateException("no table was begun");
    }
    return load;
  }

  @Override
  public void complete() throws SQLException, IOException {
    Schema.completeFilled(sql);
    continueNumbers();
    new CopiedStore(connection, dialect).read(new Reported(new Comparison(received), checked));
    beforeCommit.run();
    connection.commit();
    analyze();
  }

  /** Without statistics PostgreSQL would read whole tables until it collects them itself. */
  private void analyze() throws SQLException {
    switch (dialect) {
      case SQLITE -> {}
      case POSTGRESQL -> {
        sql.script("ANALYZE");
        connection.commit();
      }
    }
  }

  /** PostgreSQL numbers the next entry of the audit log after the last one. */
  private void continueNumbers() throws SQLException {
    switch (dialect) {
      case SQLITE -> {}
      case POSTGRESQL ->
          sql.one(
              """
              SELECT setval(pg_get_serial_sequence('audit', 'entry_id'), MAX(entry_id))
              FROM audit
              """,
              row -> true);
    }
  }

  /** Inserts many rows with each call of the driver. */
  private static final class Inserts implements Load {
    private static final int BATCH = 1_000;

    private final List<ValueKind> kinds;
    private final PreparedStatement insert;
    private int waiting;

    Inserts(Connection connection, CopiedTable table) throws SQLException {
      kinds = table.kinds(connection);
      String values = String.join(", ", Collections.nCopies(table.columns().size(), "?"));
      insert =
          connection.prepareStatement(
              "INSERT INTO %s (%s) VALUES (%s)"
                  .formatted(table.name(), table.columnNames(), values));
    }

    @Override
    public void row(String line) throws SQLException {
      RowText.bind(insert, line, kinds);
      insert.addBatch();
      waiting++;
      if (waiting == BATCH) {
        insert.executeBatch();
        waiting = 0;
      }
    }

    @Override
    public void end() throws SQLException {
      insert.executeBatch();
      insert.close();
    }
  }

  /** Sends many rows in each message. */
  private static final class Copy implements Load {
    private static final int MESSAGE_BYTES = 65_536;

    private final CopyIn copy;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream(MESSAGE_BYTES);

    Copy(Connection connection, CopiedTable table) throws SQLException {
      copy =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn("COPY %s (%s) FROM STDIN".formatted(table.name(), table.columnNames()));
    }

    @Override
    public void row(String line) throws SQLException, IOException {
      message.write(line.getBytes(StandardCharsets.UTF_8));
      message.write('\n');
      if (message.size() >= MESSAGE_BYTES) {
        send();
      }
    }

    @Override
    public void end() throws SQLException {
      send();
      copy.endCopy();
    }

    private void send() throws SQLException {
      copy.writeToCopy(message.toByteArray(), 0, message.size());
      message.reset();
    }
  }
}
