package dev.latchkey.storage.operation;

import dev.latchkey.model.process.StorageFault;
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
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The partitions of the table of replaced refresh tokens on PostgreSQL, by the time until which a
 * row is kept. They are created for the days on which new rows will expire, and a partition is
 * dropped when all of its rows have expired. To delete a hundred million rows one by one would take
 * longer than a day, and the indexes would keep their size. Rows of days without a partition are in
 * the default one, and are deleted there.
 *
 * <p>Both changes need the table for themselves, and everybody else waits behind them. Therefore
 * they give up if they do not get it at once or would keep it for long, and are tried again a
 * minute later. To create a partition, the server reads the whole default one.
 */
public record DayPartitions(Database database) {
  static final String TABLE = "rotated_refresh";

  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;
  private static final String LIMITS =
      "SET LOCAL lock_timeout = 100; SET LOCAL statement_timeout = 200";

  /** A lock that was not free in time, or a default partition with too many rows to read. */
  private static final List<String> HINDERED = List.of("55P03", "57014");

  /** The number of the lock whose node changes the partitions. */
  private static final long TURN = 0x7061_7274_73L;

  /** A query by key reads the index of each partition, so a long time has larger ones. */
  private static final int MOST = 31;

  /** A partition: its first day, and the day after its last one. */
  private record Days(LocalDate from, LocalDate to) {
    /** The name of a partition ends with its days. */
    static Days of(String name) {
      String[] parts = name.split("_");
      return new Days(
          LocalDate.parse(parts[parts.length - 2], DAY),
          LocalDate.parse(parts[parts.length - 1], DAY));
    }

    String name() {
      return TABLE + "_" + DAY.format(from) + "_" + DAY.format(to);
    }

    /** The partition that has this day, or the one to be created for it. */
    static Days with(LocalDate day, List<Days> all, long width) {
      return all.stream()
          .filter(days -> !day.isBefore(days.from) && day.isBefore(days.to))
          .findFirst()
          .orElseGet(() -> new Days(day, nextEnd(day, all, width)));
    }

    private static LocalDate nextEnd(LocalDate day, List<Days> all, long width) {
      return Stream.concat(Stream.of(day.plusDays(width)), all.stream().map(Days::from))
          .filter(end -> end.isAfter(day))
          .min(LocalDate::compareTo)
          .orElseThrow();
    }

    static long millis(LocalDate day) {
      return day.atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
    }
  }

  /**
   * {@code ahead}: how long a new row is kept at most, which is the time of most rows. {@code
   * earliest}: until when rows are kept that will come here and were made before.
   */
  void keep(Instant now, Duration ahead, Optional<Instant> earliest) {
    LocalDate today = Usage.date(now);
    List<Days> all = all();
    for (Days days : all) {
      if (!days.to.isAfter(today) && !change(sql -> drop(sql, days))) {
        return;
      }
    }
    LocalDate last = Usage.date(now.plus(ahead)).plusDays(1);
    long width = Math.max(1, Math.ceilDiv(ahead.toDays(), MOST));
    LocalDate from =
        Stream.concat(Stream.of(last.minusDays(2)), earliest.stream().map(Usage::date))
            .min(LocalDate::compareTo)
            .orElseThrow();
    from = from.isBefore(today) ? today : from;
    while (!from.isAfter(last)) {
      Days days = Days.with(from, all, width);
      if (!all.contains(days) && !change(sql -> create(sql, days))) {
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
            row -> Days.of(row.text("relname")), TABLE));
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
            sql.script(LIMITS);
            return change.on(sql);
          });
    } catch (StorageFault failed) {
      if (failed.getCause() instanceof SQLException cause
          && HINDERED.contains(cause.getSQLState())) {
        LOG.log(System.Logger.Level.DEBUG, () -> "partitions of " + TABLE + ": " + cause);
        return false;
      }
      throw failed;
    }
  }

  private static boolean drop(Sql sql, Days days) throws SQLException {
    sql.script("DROP TABLE IF EXISTS " + days.name());
    return true;
  }

  /** Creates those that the rows of another store need, which will come at once. */
  public static void createForCopy(Sql sql) throws SQLException {
    LocalDate today =
        sql.one(
                "SELECT CAST(extract(epoch FROM now()) * 1000 AS BIGINT) AS now",
                row -> row.day("now"))
            .orElseThrow();
    for (int day = 0; day <= MOST; day++) {
      create(sql, new Days(today.plusDays(day), today.plusDays(day + 1)));
    }
  }

  /** Rows in the default partition stay there, so their days get none of their own. */
  private static boolean create(Sql sql, Days days) throws SQLException {
    long from = Days.millis(days.from);
    long to = Days.millis(days.to);
    boolean isTaken =
        sql.exists(
            "SELECT 1 FROM rotated_refresh_rest WHERE kept_until >= ? AND kept_until < ?",
            from,
            to);
    if (!isTaken) {
      sql.script(
          "CREATE TABLE IF NOT EXISTS %s PARTITION OF %s FOR VALUES FROM (%d) TO (%d)"
              .formatted(days.name(), TABLE, from, to));
    }
    return true;
  }
}
