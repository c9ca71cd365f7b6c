package dev.latchkey.storage.database;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.process.FairQueue;
import dev.latchkey.model.time.StoreClock;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A database. The same SQL runs on SQLite and on PostgreSQL. A write returns only when its data is
 * on disk, and a read returns only data that is on disk.
 */
public interface Database extends AutoCloseable {
  /** Runs a query on the current committed state, never on an older one. */
  <T> T read(Work<T> query);

  /**
   * The same for a list, a search or a count, whose work depends on how much is stored. For a
   * request it waits for its turn, and ends after {@link ListTurns#MOST}.
   */
  <T> T list(Work<T> query);

  /**
   * Runs a write completely or not at all. When this method returns, the data is durable. It is for
   * background work and for entries of the audit log. A write for a request goes through {@link
   * #at}.
   */
  default <T> T write(Work<T> work) {
    return write(WriteSpace.ORDINARY, work);
  }

  /** Runs a write that has no result. */
  default void run(Act act) {
    write(sql -> {
      act.on(sql);
      return true;
    });
  }

  /** Runs a write that may use this part of the space when the store is nearly full. */
  <T> T write(WriteSpace space, Work<T> work);

  /**
   * Runs work that creates or changes tables, which may take minutes. No timeout stops it. On
   * SQLite it is one transaction. On PostgreSQL it is one session, in which the work begins and
   * ends transactions itself.
   */
  <T> T changeSchema(Work<T> work);

  /**
   * Works for this caller, when it is its turn to have a connection. SQLite makes one write after
   * the other anyway.
   */
  default <T> T inTurn(FairQueue.Caller caller, Supplier<T> work) {
    return work.get();
  }

  /** Starts a write for a request. */
  default RequestWrites at(RequestMoment now) {
    return new RequestWrites(this, now, List.of(), false, WriteSpace.ORDINARY);
  }

  Dialect dialect();

  /** How long the work of this database takes. */
  StoreActivity activity();

  /**
   * How many token look-ups may run at the same time. Other callers wait and share the next one.
   */
  int parallelLookups();

  /**
   * Starts to track changes. From then on, the result reports every change of a row that a check
   * reads, by any process.
   */
  ChangeVersions trackChanges();

  /**
   * Calls {@code ready} when the cache knows of every commit, by any process, that was complete at
   * the time of this call. What the cache then returns is not older than the call (decision 3.7).
   * This method never waits, so an event loop may call it.
   *
   * <p>If the cache always knows of all commits, the calling thread calls {@code ready} at once.
   * Otherwise another thread calls one of the two callbacks. They must not block that thread, so
   * they pass longer work to another thread. {@code failed} is called if the database cannot be
   * queried or too many callers wait.
   */
  void whenCaughtUp(Runnable ready, Runnable failed);

  /**
   * Deletes records of changes that every node has had time to read. Returns how many rows were
   * deleted.
   */
  int deleteOldChanges(Instant now, int most);

  /**
   * Lets this clock follow the time of the database's server, from now on with every write. On
   * SQLite there is no server, and only one process deletes anything: this watches its clock.
   */
  void synchronize(StoreClock clock);

  /**
   * Why the clock of this node cannot be trusted. Then the node should get no requests if there are
   * others, and nothing is deleted. To be called every few seconds, because that keeps the clock
   * exact while nothing is written.
   */
  Optional<String> clockFault();

  /**
   * Whether the last attempts found no server but one that this process may not use, because it was
   * replaced by a newer primary. Nothing is queried. On SQLite there is no server.
   */
  boolean isTimelineOlder();

  /** Limits the size of the file, if the store is one; 0 means no limit. */
  void limitTo(int maxMegabytes);

  /**
   * To be called regularly. Keeps free disk space in reserve for writes that must be possible when
   * the disk is full.
   */
  void keepReserve();

  @Override
  void close();

  @FunctionalInterface
  interface Work<T> {
    T on(Sql sql) throws SQLException;
  }

  /** What a write does that has no result. */
  @FunctionalInterface
  interface Act {
    void on(Sql sql) throws SQLException;
  }

  /** The differences between the SQL of the two databases. */
  enum Dialect {
    SQLITE(
        "WITHOUT ROWID",
        "WITHOUT ROWID",
        "INTEGER PRIMARY KEY AUTOINCREMENT",
        """
        SELECT page_count * page_size
        FROM pragma_page_count(), pragma_page_size()
        """),
    POSTGRESQL(
        "",
        "PARTITION BY RANGE ($1)",
        "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
        "SELECT pg_database_size(current_database())");

    private static final Pattern PARTITIONED = Pattern.compile("\\{partitioned by ([a-z_]+)}");

    private final String clustered;
    private final String partitioned;
    private final String serial;
    private final String size;

    Dialect(String clustered, String partitioned, String serial, String size) {
      this.clustered = clustered;
      this.partitioned = partitioned;
      this.serial = serial;
      this.size = size;
    }

    /** A query for the size of the whole store in bytes. */
    public String size() {
      return size;
    }

    /** The function that returns the place of a text in another. */
    private String place() {
      return switch (this) {
        case SQLITE -> "instr";
        case POSTGRESQL -> "strpos";
      };
    }

    /** What makes an order of texts that of their bytes. */
    private String bytewise() {
      return switch (this) {
        case SQLITE -> "";
        case POSTGRESQL -> " COLLATE \"C\"";
      };
    }

    /** Replaces the terms that the databases spell differently (schema.sql). */
    public String translate(String statement) {
      String translated =
          statement
              .replace("{clustered}", clustered)
              .replace("{serial}", serial)
              .replace("{place}", place())
              .replace("{bytewise}", bytewise());
      return PARTITIONED.matcher(translated).replaceAll(partitioned);
    }
  }

  /** Surrounds a commit, for a component that must act before and after it. */
  interface Commits {
    void during(Step commit) throws SQLException;

    /** The COMMIT statement. */
    @FunctionalInterface
    interface Step {
      void run() throws SQLException;
    }
  }
}
