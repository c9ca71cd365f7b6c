package dev.latchkey.storage.database;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.process.HeapShare;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Detects whether rows have changed since they were read.
 *
 * <p>Commits are numbered, and each row that a commit changes gets a stamp with its number: odd
 * while the commit is running, even afterwards. The numbers only grow. A value is cached with the
 * number of the last commit that was complete before its rows were read. It is valid while none of
 * its rows has a later stamp.
 *
 * <p>The stamps are set before a commit and again after it. Before any reader can see the change,
 * everything that was cached of the row becomes invalid. Until all readers can see the change,
 * nothing new of the row is cached (rule 3.7). A commit that fails leaves no wrong value, it only
 * causes cached values to be read again.
 *
 * <p>Two tables have the stamps: {@code newest}, and {@code previous}, which was full. Before the
 * changes in {@code previous} are forgotten, the caches remove every value that depends on one of
 * them ({@link CacheSweep}). So a change of one row never makes a value of another row invalid, and
 * the memory is bounded. A commit that changes more rows than a table has room for invalidates
 * everything.
 */
public final class ChangeVersions implements Database.Commits {
  /** At most both tables are full, with two slots for each row. */
  private static final int BYTES_PER_ROW = 2 * 2 * Long.BYTES;

  private static final int MAX_CAPACITY = 1 << 26;

  /** The caches are swept by the time when the new table is filled to a fourth. */
  private static final double SWEPT_AT = 0.25;

  private final Others others;
  private final int capacity;
  private final CacheSweep sweep = new CacheSweep();

  /**
   * The rows of the next commit. Only one thread at a time uses them: the thread that commits, or
   * the thread that reads the changes of other processes.
   */
  private final Set<Integer> pending = new HashSet<>();

  private volatile Tables tables;
  private volatile long finished;

  public ChangeVersions(Others others) {
    this(others, capacity(HeapShare.CHANGES.mostBytes()));
  }

  /** {@code capacity} is how many rows one of the tables has room for. */
  public ChangeVersions(Others others, int capacity) {
    this.others = others;
    this.capacity = capacity;
    this.tables = empty(0);
  }

  private static int capacity(long bytes) {
    return (int) Long.highestOneBit(Math.min(bytes / BYTES_PER_ROW, MAX_CAPACITY));
  }

  /**
   * Other processes that commit to the same store. They may have changed rows whose stamps are not
   * set yet.
   */
  public interface Others {
    /**
     * Returns when the stamps are set for every commit of other processes that was complete at the
     * time of the call.
     */
    void catchUp();

    /** A number that grows whenever other processes may have changed anything. */
    long latest();

    /**
     * The same number as {@link #latest}; empty while another process may be changing something.
     */
    OptionalLong latestIfIdle();
  }

  /** A cache that has been registered. Values are added to it and removed under one lock. */
  public interface Cache {
    /** The number of parts in which {@link #removeChanged} visits the values. */
    int parts();

    /** Removes the values of this part whose rows have changed. */
    void removeChanged(int part);
  }

  /**
   * The time before a read, measured in commits. {@code others} is empty while another process may
   * be changing something.
   */
  public record Moment(long finished, OptionalLong others) {}

  /**
   * From when on a cached value is valid: the number of the last commit that it includes, and the
   * number of the {@link Others} for which it holds.
   */
  public record Stamp(long since, int others) {}

  /** Every value of this cache is removed before the changes of its rows are forgotten. */
  public void register(Cache cache) {
    sweep.register(cache);
  }

  /**
   * Waits for the commits of other processes. Callers must call this before they take the {@link
   * #view} with which they check a cached value.
   */
  public void catchUp() {
    others.catchUp();
  }

  public void row(SecretHash key) {
    pending.add(rowOf(key));
  }

  public void row(String id) {
    pending.add(id.hashCode());
  }

  @Override
  public void during(Step commit) throws SQLException {
    if (pending.isEmpty()) {
      commit.run();
      return;
    }
    makeRoom();
    stampPending(2 * (finished + 1) - 1);
    try {
      commit.run();
    } finally {
      finish();
    }
  }

  /**
   * Sets the stamps of all rows that were passed to {@link #row}, after their commits are complete.
   */
  public void mark() {
    if (pending.isEmpty()) {
      return;
    }
    makeRoom();
    finish();
  }

  private void finish() {
    long commit = finished + 1;
    stampPending(2 * commit);
    finished = commit;
    pending.clear();
    sweep();
  }

  private void makeRoom() {
    long commit = finished + 1;
    if (tables.newest.hasRoomFor(pending.size(), commit)) {
      return;
    }
    if (tables.previous == null && pending.size() <= capacity) {
      tables = tables.beginNext(new ChangedRows(finished, capacity));
      sweep.restart();
    } else {
      tables = empty(commit);
    }
  }

  private void stampPending(long stamp) {
    if (pending.size() <= capacity) {
      ChangedRows newest = tables.newest;
      pending.forEach(row -> newest.put(row, stamp));
    }
  }

  private void sweep() {
    if (tables.previous != null && sweep.advance(tables.newest.size() / (SWEPT_AT * capacity))) {
      tables = tables.withoutPrevious();
    }
  }

  /** Makes everything invalid that was read before the end of this commit. */
  private Tables empty(long commit) {
    return new Tables(new ChangedRows(finished, capacity), null, commit, commit);
  }

  /**
   * The tables at one time. Values from before {@code validFrom} are invalid. Of commits up to
   * {@code completeFrom}, changes may have been forgotten.
   */
  private record Tables(
      ChangedRows newest, @Nullable ChangedRows previous, long validFrom, long completeFrom) {
    Tables beginNext(ChangedRows next) {
      return new Tables(next, newest, validFrom, completeFrom);
    }

    Tables withoutPrevious() {
      return new Tables(newest, null, validFrom, newest.after());
    }

    boolean isUnchanged(int row, long since) {
      return newest.stamp(row) <= 2 * since
          && (previous == null || previous.stamp(row) <= 2 * since);
    }
  }

  public Moment moment() {
    return new Moment(finished, others.latestIfIdle());
  }

  /**
   * The stamp of a value that was read since {@code before}. It is empty if a commit may have
   * changed one of its rows during that time: then the value was correct when it was read but must
   * not be cached. A registered cache calls it under the lock under which it adds the value.
   */
  public Optional<Stamp> stamp(Dependencies dependencies, Moment before) {
    Tables now = tables;
    if (before.finished < now.completeFrom) {
      return Optional.empty();
    }
    for (int row : dependencies.rows()) {
      if (!now.isUnchanged(row, before.finished)) {
        return Optional.empty();
      }
    }
    OptionalLong idle = others.latestIfIdle();
    return idle.isPresent() && idle.equals(before.others)
        ? Optional.of(new Stamp(before.finished, (int) idle.getAsLong()))
        : Optional.empty();
  }

  /**
   * Everything that is known to have changed. It must be taken before a value is looked up in a
   * cache: a value that was removed from the cache in between may depend on changes that a later
   * view has forgotten.
   */
  public View view() {
    return new View(tables, (int) others.latest());
  }

  /** What is known to have changed, at the time when the view was taken or later. */
  public static final class View {
    private final Tables tables;
    private final int others;

    private View(Tables tables, int others) {
      this.tables = tables;
      this.others = others;
    }

    public boolean isCurrent(Stamp stamp, Dependencies dependencies) {
      if (!includes(stamp)) {
        return false;
      }
      for (int row : dependencies.rows()) {
        if (!isUnchanged(row, stamp)) {
          return false;
        }
      }
      return true;
    }

    /** False if everything from that time is invalid. */
    public boolean includes(Stamp stamp) {
      return stamp.others == others && stamp.since >= tables.validFrom;
    }

    public boolean isUnchanged(int row, Stamp stamp) {
      return tables.isUnchanged(row, stamp.since);
    }
  }

  /** The rows on which a cached value depends. */
  public record Dependencies(int[] rows) {
    public static Dependencies of(SecretHash token, Id... ids) {
      var rows = new int[ids.length + 1];
      rows[ids.length] = rowOf(token);
      for (int i = 0; i < ids.length; i++) {
        rows[i] = rowOf(ids[i]);
      }
      return new Dependencies(rows);
    }

    public static Dependencies of(Id... ids) {
      return new Dependencies(Stream.of(ids).mapToInt(ChangeVersions::rowOf).toArray());
    }

    /** These and a row without an id. */
    public Dependencies and(String name) {
      int[] all = Arrays.copyOf(rows, rows.length + 1);
      all[rows.length] = rowOf(name);
      return new Dependencies(all);
    }

    public static Dependencies of(
        SecretHash secret, SecretHash bucket, Id.Client client, Id.User owner) {
      return new Dependencies(
          new int[] {rowOf(secret), rowOf(bucket), rowOf(client), rowOf(owner)});
    }
  }

  public static int rowOf(Id id) {
    return rowOf(id.value());
  }

  public static int rowOf(String name) {
    return name.hashCode();
  }

  public static int rowOf(SecretHash key) {
    return key.hashCode();
  }
}
