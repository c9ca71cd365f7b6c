package dev.latchkey.bench.store;

import dev.latchkey.model.process.StorageFault;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * Measures how fast SQLite itself can write. It writes the rows that an operation writes, a hundred
 * operations in each commit, with the same durability as the product. It does nothing else: it
 * handles no requests, looks nothing up and checks nothing.
 */
public final class BareWriter {
  private static final int OPERATIONS_PER_COMMIT = 100;
  private static final int MAX_OPERATIONS = 30_000;

  private final CommonValues commonValues;
  private final DerivedValues derived;
  private final DerivedValues fresh;
  private final Rows rows;

  public BareWriter(CommonValues commonValues, DerivedValues derived) {
    this.commonValues = commonValues;
    this.derived = derived;
    this.fresh = new DerivedValues(~derived.seed());
    this.rows = new Rows(commonValues, fresh, "");
  }

  /** The operations that are compared. */
  public enum Operation {
    EXCHANGE("UPDATE codes SET spent_at = ?, kept_until = ? WHERE code_hash = ?"),
    REFRESH("UPDATE pairs SET access_hash = ?, refresh_hash = ? WHERE refresh_hash = ?"),
    REVOKE("UPDATE grants SET ended_at = ? WHERE grant_id = ?");

    private final String update;

    Operation(String update) {
      this.update = update;
    }
  }

  /**
   * Returns the operations a second. No server may have the store open. {@code stock} is the
   * largest possible number of operations.
   */
  public double perSecond(Path data, Operation operation, int stock, Duration limit) {
    List<List<@Nullable Object>> updates = updates(operation, Math.min(stock, MAX_OPERATIONS));
    try (Connection connection = connect(data.resolve(SqliteLoader.FILE));
        PreparedStatement update = connection.prepareStatement(operation.update);
        PreparedStatement grant =
            connection.prepareStatement("UPDATE grants SET exchanged_at = ? WHERE grant_id = ?");
        PreparedStatement pair = connection.prepareStatement(Rows.PAIRS.insert());
        PreparedStatement rotatedAccess =
            connection.prepareStatement(Rows.ROTATED_ACCESS.insert());
        PreparedStatement rotatedRefresh =
            connection.prepareStatement(Rows.ROTATED_REFRESH.insert());
        PreparedStatement auditRecords = connection.prepareStatement(Rows.AUDIT.insert())) {
      connection.setAutoCommit(false);
      long start = System.nanoTime();
      int done = 0;
      while (done < updates.size() && System.nanoTime() - start < limit.toNanos()) {
        execute(update, updates.get(done));
        switch (operation) {
          case EXCHANGE -> {
            execute(grant, exchanged(done));
            execute(pair, rows.pair(Batch.Kind.ACTIVE, done));
          }
          case REFRESH -> {
            execute(rotatedAccess, rotatedAccess(done));
            execute(rotatedRefresh, rotatedRefresh(done));
          }
          case REVOKE -> {}
        }
        execute(auditRecords, rows.audit());
        if (++done % OPERATIONS_PER_COMMIT == 0) {
          connection.commit();
        }
      }
      connection.commit();
      return done / ((System.nanoTime() - start) / 1e9);
    } catch (SQLException cause) {
      throw new StorageFault("the bare writer failed: " + cause.getMessage(), cause);
    }
  }

  private List<List<@Nullable Object>> updates(Operation operation, int count) {
    long at = commonValues.at().toEpochMilli();
    var updates = new ArrayList<List<@Nullable Object>>(count);
    for (int i = 0; i < count; i++) {
      long spare = Batch.Kind.SPARE.number(i);
      long code = Batch.Kind.CODE.number(i);
      updates.add(
          switch (operation) {
            case EXCHANGE -> List.of(at, at, derived.code(code).hash().bytes());
            case REFRESH ->
                List.of(
                    fresh.access(spare).hash().bytes(),
                    fresh.refresh(spare).hash().bytes(),
                    derived.refresh(spare).hash().bytes());
            case REVOKE -> List.of(at, derived.grant(spare).value());
          });
    }
    return updates;
  }

  private List<@Nullable Object> rotatedAccess(int number) {
    long spare = Batch.Kind.SPARE.number(number);
    return List.of(
        derived.access(spare).hash().bytes(),
        derived.grant(spare).value(),
        commonValues.at().toEpochMilli());
  }

  private List<@Nullable Object> rotatedRefresh(int number) {
    long spare = Batch.Kind.SPARE.number(number);
    long at = commonValues.at().toEpochMilli();
    byte[] hash = derived.refresh(spare).hash().bytes();
    return List.of(at, at, Arrays.copyOf(hash, hash.length / 2), derived.grant(spare).value());
  }

  private List<@Nullable Object> exchanged(int number) {
    long code = Batch.Kind.CODE.number(number);
    return List.of(commonValues.at().toEpochMilli(), derived.grant(code).value());
  }

  private static void execute(PreparedStatement statement, List<@Nullable Object> values)
      throws SQLException {
    int parameter = 0;
    for (Object value : values) {
      statement.setObject(++parameter, value);
    }
    statement.executeUpdate();
  }

  private static Connection connect(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setGetGeneratedKeys(false);
    return config.createConnection("jdbc:sqlite:" + file);
  }
}
