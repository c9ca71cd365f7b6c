package dev.latchkey.bench.store;

import dev.latchkey.model.process.StorageFault;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * Fills a store with tokens as fast as possible. It writes the rows that consents and exchanges
 * leave, without running these operations. Rows are inserted in parts, each in the order of its
 * keys, so that the insertions of a part pass through a large B-tree once instead of at random
 * places. Secondary indexes are dropped at the start and created again at the end.
 *
 * <p>A million consents would take hours. The driver of this project replaces a general load tool,
 * because such a tool cannot tell whether an answer is right, and cannot hold ten million tokens:
 * here the i-th token is derived from i.
 */
public final class StoreFiller implements AutoCloseable {
  static final int MIN_USERS = 1_000;

  private static final int PART = 250_000;
  private static final int OFFSET_BITS = 24;
  private static final List<String> TABLES =
      List.of("users", "memberships", "grants", "pairs", "codes");

  private final Loader loader;
  private final List<Loader.Index> indexes;
  private final Rows rows;
  private final PrintStream progress;

  private StoreFiller(
      Loader loader, CommonValues commonValues, DerivedValues derived, PrintStream progress)
      throws SQLException {
    this.loader = loader;
    this.indexes = loader.indexes(TABLES);
    this.rows = new Rows(commonValues, derived, password(loader.connection(), commonValues));
    this.progress = progress;
    loader.execute(indexes.stream().map(Loader.Index::dropStatement).toList());
  }

  /** Opens a store to be filled. No server may have it open. */
  public static StoreFiller of(
      Path data,
      Optional<String> database,
      CommonValues commonValues,
      DerivedValues derived,
      PrintStream progress) {
    try {
      return new StoreFiller(Loader.open(data, database), commonValues, derived, progress);
    } catch (SQLException cause) {
      throw new StorageFault("cannot fill the store: " + cause.getMessage(), cause);
    }
  }

  /**
   * Adds the rows of a batch. For tokens of kind {@link Batch.Kind#ACTIVE}, their users are added
   * first.
   */
  public void add(Batch batch) {
    if (batch.kind() == Batch.Kind.ACTIVE) {
      long from = batch.from() == 0 ? 0 : Batch.users(batch.from());
      long to = Batch.users(batch.from() + batch.count());
      add("users", from, to - from, this::users);
    }
    add(
        switch (batch.kind()) {
          case ACTIVE, SPARE, CLIENT -> "active tokens";
          case ENDED, EXPIRED -> "inactive tokens";
          case CODE -> "codes";
        },
        batch.from(),
        batch.count(),
        (from, count) -> consents(batch.kind(), from, count));
  }

  @Override
  public void close() {
    try (loader) {
      progress.println("  making indexes");
      loader.execute(indexes.stream().map(Loader.Index::createStatement).toList());
    } catch (SQLException cause) {
      throw new StorageFault("cannot finish filling: " + cause.getMessage(), cause);
    }
  }

  @FunctionalInterface
  private interface Part {
    void load(long from, int count) throws SQLException;
  }

  private void add(String what, long from, long count, Part part) {
    var shown = new Progress(what, count, progress);
    try {
      for (long done = 0; done < count; done += PART) {
        int now = (int) Math.min(PART, count - done);
        part.load(from + done, now);
        shown.at(done + now);
      }
    } catch (SQLException cause) {
      throw new StorageFault("cannot fill the store: " + cause.getMessage(), cause);
    }
  }

  private void users(long from, int count) throws SQLException {
    long[] order = inOrder(from, count, i -> start(rows.derived().user(i).value()));
    loader.load(Rows.USERS, order, rows::user);
    loader.load(Rows.MEMBERSHIPS, order, rows::membership);
  }

  private void consents(Batch.Kind kind, long from, int count) throws SQLException {
    loader.load(
        Rows.GRANTS,
        inOrder(from, count, i -> start(rows.derived().grant(kind.number(i)).value())),
        i -> rows.grant(kind, i));
    if (kind == Batch.Kind.CODE) {
      loader.load(
          Rows.CODES,
          inOrder(from, count, i -> start(rows.derived().code(kind.number(i)).hash().bytes())),
          rows::code);
    } else {
      loader.load(
          Rows.PAIRS,
          inOrder(from, count, i -> start(rows.derived().access(kind.number(i)).hash().bytes())),
          i -> rows.pair(kind, i));
    }
  }

  /**
   * The numbers of a part, sorted by the first bits of their keys. Keys with equal first bits may
   * be in any order.
   */
  private static long[] inOrder(long from, int count, LongUnaryOperator key) {
    long mask = (1L << OFFSET_BITS) - 1;
    long[] order =
        LongStream.range(0, count)
            .parallel()
            .map(offset -> (key.applyAsLong(from + offset) >>> 1 & ~mask) | offset)
            .toArray();
    Arrays.parallelSort(order);
    for (int i = 0; i < order.length; i++) {
      order[i] = from + (order[i] & mask);
    }
    return order;
  }

  static long start(byte[] bytes) {
    return HexFormat.fromHexDigitsToLong(HexFormat.of().formatHex(bytes, 0, Long.BYTES));
  }

  /** The first characters after the prefix, because all ids of a kind have the same prefix. */
  static long start(String id) {
    long start = 0;
    int from = id.indexOf('_') + 1;
    for (int i = from; i < from + Long.BYTES; i++) {
      start = start << Byte.SIZE | id.charAt(i);
    }
    return start;
  }

  private static String password(Connection connection, CommonValues commonValues)
      throws SQLException {
    try (var query = connection.prepareStatement("SELECT password FROM users WHERE user_id = ?")) {
      query.setString(1, commonValues.credential().owner().value());
      try (ResultSet row = query.executeQuery()) {
        if (!row.next()) {
          throw new SQLException("the owner of the credential is not in the store");
        }
        return row.getString("password");
      }
    }
  }
}
