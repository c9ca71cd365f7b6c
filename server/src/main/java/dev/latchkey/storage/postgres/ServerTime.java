package dev.latchkey.storage.postgres;

import dev.latchkey.model.time.StoreClock;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time of the server, and when this process asked for it and had the answer. */
record ServerTime(Instant time, long asked, long answered) {
  /** Reads the column {@code now}, which has the microseconds since 1970. */
  static ServerTime read(Sql.Row row, long asked) throws SQLException {
    Instant time = Instant.EPOCH.plus(row.large("now"), ChronoUnit.MICROS);
    return new ServerTime(time, asked, System.nanoTime());
  }

  static ServerTime query(Sql sql) throws SQLException {
    long asked = System.nanoTime();
    return sql.one(
            "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) AS now",
            row -> read(row, asked))
        .orElseThrow();
  }

  void tell(StoreClock clock) {
    clock.serverSaid(time, asked, answered);
  }
}
