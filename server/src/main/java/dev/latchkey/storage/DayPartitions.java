package dev.latchkey.storage;

import dev.latchkey.model.StorageFault;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;

/**
 * The partitions of a table of PostgreSQL whose rows expire at the time in one of its columns. They
 * are created for the days on which new rows will expire, and a partition is dropped when all of
 * its rows have expired. To delete a hundred million rows one by one would take longer than a day,
 * and the indexes would keep their size. Rows of days without a partition are in the default one,
 * and are deleted there.
 *
 * <p>Both changes need the table for themselves. They give up if they do not get it at once,
 * because everybody else would wait behind them, and are tried again a minute later.
 */
final class DayPartitions {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;
  private static final String WAIT = "SET LOCAL lock_timeout = 100";

  /** A lock that was not free in time. */
  private static final String HINDERED = "55P03";

  /** The number of the lock whose node changes the partitions. */
  private static final long TURN = 0x7061_7274_73L;

  /** A query by key reads the index of each partition, so a long time has larger ones. */
  private static final int MOST = 31;

  private final Database database;
  private final String table;
  private final String column;

  DayPartitions(Database database, String table, String column) {
    this.database = database;
    this.table = table;
    this.column = column;
  }

  /** A partition: its first day, and the day after its last one. */
  private record Days(LocalDate from, LocalDate to) {
    /** The name of a partition ends with its days. */
    static Days of(String name) {
      String[] parts = name.split("_");
      return new Days(
          LocalDate.parse(parts[parts.length - 2], DAY),
          LocalDate.parse(parts[parts.length - 1], DAY));
    }

    String name(String table) {
      return table + "_" + DAY.format(from) + "_" + DAY.format(to);
    }

    static long millis(LocalDate day) {
      return day.atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
    }
  }

  /** {@code ahead}: how long a new row is kept at most, which is the time of most rows. */
  void keep(Instant now, Duration ahead) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    List<Days> all = all();
    for (Days days : all) {
      if (!days.to.isAfter(today) && !change(sql -> drop(sql, days))) {
        return;
      }
    }
    LocalDate last = LocalDate.ofInstant(now.plus(ahead), ZoneOffset.UTC).plusDays(1);
    long width = Math.max(1, Math.ceilDiv(ahead.toDays(), MOST));
    LocalDate from =
        Stream.concat(all.stream().map(Days::to), Stream.of(last.minusDays(2)))
            .max(LocalDate::compareTo)
            .orElseThrow();
    while (!from.isAfter(last)) {
      var days = new Days(from, from.plusDays(width));
      if (!change(sql -> create(sql, days))) {
        return;
      }
      from = days.to;
    }
  }

  private List<Days> all() {
    return database.read(sql ->
        sql.all(
            """
            SELECT c.relname
            FROM pg_inherits i
            JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = to_regclass(?)
              AND c.relname ~ '_[0-9]{8}_[0-9]{8}$'
            """,
            row -> Days.of(row.text("relname")), table));
  }

  /** False if another node is changing them, or another transaction keeps the table in use. */
  private boolean change(Database.Work<Boolean> change) {
    try {
      return database.write(
          WriteSpace.ENDING,
          sql -> {
            if (!sql.hasTurn(TURN)) {
              return false;
            }
            sql.script(WAIT);
            return change.on(sql);
          });
    } catch (StorageFault failed) {
      if (failed.getCause() instanceof SQLException cause && HINDERED.equals(cause.getSQLState())) {
        LOG.log(System.Logger.Level.DEBUG, () -> "partitions of " + table + ": " + cause);
        return false;
      }
      throw failed;
    }
  }

  private boolean drop(Sql sql, Days days) throws SQLException {
    sql.script("DROP TABLE IF EXISTS " + days.name(table));
    return true;
  }

  /** Rows in the default partition stay there, so their days get none of their own. */
  private boolean create(Sql sql, Days days) throws SQLException {
    long from = Days.millis(days.from);
    long to = Days.millis(days.to);
    boolean isTaken =
        sql.exists(
            "SELECT 1 FROM %s_rest WHERE %s >= ? AND %s < ?".formatted(table, column, column),
            from,
            to);
    if (!isTaken) {
      sql.script(
          "CREATE TABLE IF NOT EXISTS %s PARTITION OF %s FOR VALUES FROM (%d) TO (%d)"
              .formatted(days.name(table), table, from, to));
    }
    return true;
  }
}
