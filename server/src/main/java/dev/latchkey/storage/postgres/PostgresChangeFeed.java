package dev.latchkey.storage.postgres;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.ProgramFence;
import dev.latchkey.storage.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads which rows other nodes have changed. A thread of its own runs one short query for all
 * callers that wait. Triggers write the changes to a table within the transaction that makes them
 * (schema.postgresql.sql), so a reader that sees a change can also see its record.
 *
 * <p>Which commits were already read is decided by snapshots, not by the order of transaction
 * numbers, because a transaction with a lower number may commit later. Everything that was cached
 * becomes invalid if a change could have been missed. This happens with a new connection, because
 * there may be another server behind it, and when records were deleted before this node read them.
 */
final class PostgresChangeFeed implements ChangeVersions.Others, AutoCloseable {
  private static final String CHANGES_SINCE =
      """
      SELECT CAST(pg_current_snapshot() AS TEXT) AS snapshot,
          pg_backend_pid() || ' since ' || pg_postmaster_start_time() AS server,
          (SELECT MAX(oldest_program) FROM schema_version) AS oldest_program,
          CASE WHEN h.gone_before > CAST(? AS XID8) THEN 1 ELSE 0 END AS missed, t.name, t.token
      FROM touched_horizon h
      LEFT JOIN LATERAL (SELECT name, token FROM touched
          WHERE by_transaction >= CAST(? AS XID8) UNION ALL SELECT name, token FROM touched
          WHERE by_transaction = ANY (CAST(? AS XID8[]))) t ON TRUE
      """;

  /** The longest time that a caller may wait before its query starts. */
  private static final Duration MAX_PAUSE = Duration.ofMillis(1);

  /** States with which the server ends a query that takes too long. */
  private static final String LOCK_TIMEOUT = "55P03";

  private static final String STATEMENT_TIMEOUT = "57014";

  private final PrimaryConnections connections;
  private final ChangeVersions versions = new ChangeVersions(this);

  private final AtomicLong invalidations = new AtomicLong();
  private final ProgramFence fence = new ProgramFence();

  /**
   * The fields from here on belong to the thread that runs the query. Each query continues where
   * the previous one ended.
   */
  private Optional<Link> connected = Optional.empty();

  private Snapshot snapshot = Snapshot.NOTHING;
  private String server = "";

  private final SharedQuery changes =
      new SharedQuery("postgres-changes", MAX_PAUSE, this::readChanges);

  PostgresChangeFeed(PrimaryConnections connections) {
    this.connections = connections;
  }

  ChangeVersions versions() {
    return versions;
  }

  ProgramFence fence() {
    return fence;
  }

  @Override
  public void catchUp() {
    changes.run();
  }

  /** The same for a caller that must not wait; see {@link SharedQuery#whenRun}. */
  void whenCaughtUp(Runnable ready, Runnable failed) {
    changes.whenRun(ready, failed);
  }

  @Override
  public long latest() {
    return invalidations.get();
  }

  @Override
  public OptionalLong latestIfIdle() {
    return OptionalLong.of(latest());
  }

  @Override
  public void close() {
    changes.close();
    disconnect();
  }

  /**
   * Tries once more with a new connection if the old one may have been broken for a long time. It
   * was not if the server answers that it ended the query; then callers are not kept waiting.
   */
  private void readChanges() {
    boolean mayBeStale = connected.isPresent();
    try {
      List<Change> fetched = fetch();
      fence.report(fetched.getFirst().oldestProgram);
      apply(fetched);
    } catch (StorageFault.ProgramTooOld refused) {
      throw refused;
    } catch (SQLException | RuntimeException cause) {
      disconnect();
      if (!mayBeStale || isEndedByServer(cause)) {
        throw new StorageFault("cannot read the changes of other nodes", cause);
      }
      readChanges();
    }
  }

  private static boolean isEndedByServer(Exception cause) {
    return cause instanceof SQLException ended
        && (LOCK_TIMEOUT.equals(ended.getSQLState())
            || STATEMENT_TIMEOUT.equals(ended.getSQLState()));
  }

  private List<Change> fetch() throws SQLException {
    List<Change> fetch =
        connected()
            .all(
                CHANGES_SINCE,
                Change::read,
                snapshot.xmin,
                snapshot.xmax,
                "{" + snapshot.running + "}");
    if (fetch.isEmpty()) {
      throw new SQLException("touched_horizon has no row");
    }
    return fetch;
  }

  private void apply(List<Change> fetch) {
    Change first = fetch.getFirst();
    if (first.isMissed || !first.server.equals(server)) {
      invalidations.incrementAndGet();
    }
    for (Change each : fetch) {
      each.name.ifPresent(versions::row);
      each.token.ifPresent(versions::row);
    }
    versions.mark();
    server = first.server;
    snapshot = first.snapshot;
  }

  /** The connection, to the server that the other connections of this node use as well. */
  private Sql connected() throws SQLException {
    if (connected.isPresent() && !connections.isCurrent(connected.get().connection)) {
      disconnect();
    }
    if (connected.isEmpty()) {
      Connection opened = connections.getConnection();
      var link = new Link(opened, new Sql(opened, Database.Dialect.POSTGRESQL));
      connected = Optional.of(link);
      // The table changes faster than its statistics. The planner gives a plan without an
      // index such a high cost that it would compile the query each time, so both are
      // switched off. Planning a thousand times a second takes a tenth of a processor, and
      // the plan is always the same. The server ends a query that waits: otherwise each one
      // that this node gives up would occupy a connection of the server for as long as a
      // table is locked.
      link.sql.script(
          "SET enable_seqscan = off; SET jit = off; SET plan_cache_mode = force_generic_plan;"
              + " SET lock_timeout = 2000; SET statement_timeout = 3000");
    }
    return connected.get().sql;
  }

  private void disconnect() {
    invalidations.incrementAndGet();
    snapshot = Snapshot.NOTHING;
    connected.ifPresent(link -> link.sql.disconnect());
    connected = Optional.empty();
  }

  private record Link(Connection connection, Sql sql) {}

  private record Change(
      Snapshot snapshot,
      String server,
      int oldestProgram,
      boolean isMissed,
      Optional<String> name,
      Optional<SecretHash> token) {
    static Change read(Sql.Row row) throws SQLException {
      return new Change(
          Snapshot.of(row.text("snapshot")),
          row.text("server"),
          row.number("oldest_program"),
          row.flag("missed"),
          row.maybeText("name"),
          row.maybeBytes("token").map(SecretHash::stored));
    }
  }

  /**
   * Which transactions had ended, in the terms of PostgreSQL: all before {@code xmin}, none from
   * {@code xmax} on, and between them all except those in {@code running}.
   */
  private record Snapshot(String xmin, String xmax, String running) {
    /** The start value: no change is newer than it, and every change counts as missed. */
    static final Snapshot NOTHING = new Snapshot("0", Long.toUnsignedString(-1), "");

    static Snapshot of(String text) {
      String[] parts = text.split(":", -1);
      return new Snapshot(parts[0], parts[1], parts[2]);
    }
  }
}
