package dev.latchkey.storage.postgres;

import dev.latchkey.storage.database.ProgramFence;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A transaction of PostgreSQL. If the response to its COMMIT is lost, another connection can query
 * its outcome by its number. {@code server} changes when the server restarts, recovers from a crash
 * or hands over to a standby. Then the number may belong to another transaction, so the outcome of
 * this one is unknown.
 *
 * <p>Without this the answer is 503, and a client does not know whether its code is spent. A row
 * with a random key in each transaction would say the same, for one more write and index. Asking
 * for the number costs a short statement, shared by all writes of a batch. SQLite needs none of
 * this, because its COMMIT is a call in this process.
 */
public record Transaction(String server) {

  /**
   * To be called as the first statement of a transaction. It also makes the server plan each
   * statement once instead of for every set of values, because writes find rows by their keys and
   * the plan is always the same.
   *
   * <p>The result has the time of the server too, which dates everything that is stored.
   */
  static Transaction begin(Sql sql, Consumer<ServerTime> time) throws SQLException {
    sql.expectNumber();
    long asked = System.nanoTime();
    return sql.one(
            """
            SELECT pg_postmaster_start_time() || ' ' || (SELECT stats_reset FROM pg_stat_bgwriter) AS server,
                set_config('plan_cache_mode', 'force_generic_plan', true),
                (SELECT MAX(oldest_program) FROM schema_version) AS oldest_program,
                CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) AS now
            """,
            row -> {
              time.accept(ServerTime.read(row, asked));
              ProgramFence.check(row.number("oldest_program"));
              return new Transaction(row.text("server"));
            })
        .orElseThrow();
  }

  enum Fate {
    COMMITTED,
    ABORTED,
    IN_PROGRESS,
    UNKNOWN
  }

  /** {@code number} is the one of this transaction. */
  Fate fate(Sql another, String number) throws SQLException {
    return another
        .one(
            """
            SELECT pg_xact_status(CAST(? AS XID8)) AS status,
                pg_postmaster_start_time() || ' ' || (SELECT stats_reset FROM pg_stat_bgwriter) AS server
            """,
            row -> row.text("server").equals(server) ? fate(row.maybeText("status")) : Fate.UNKNOWN,
            number)
        .orElseThrow();
  }

  /** The status is empty if the transaction is so old that the server has forgotten its outcome. */
  private static Fate fate(Optional<String> status) {
    return switch (status.orElse("")) {
      case "committed" -> Fate.COMMITTED;
      case "aborted" -> Fate.ABORTED;
      case "in progress" -> Fate.IN_PROGRESS;
      default -> Fate.UNKNOWN;
    };
  }

  /**
   * Writes a record without content to the log of the server. Its commit waits until a synchronous
   * standby has this record, and with it everything that was committed before.
   */
  static void writeMarker(Sql sql) throws SQLException {
    sql.all("SELECT pg_logical_emit_message(true, 'latchkey', '')", row -> true);
  }
}
