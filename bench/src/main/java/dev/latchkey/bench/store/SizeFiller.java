package dev.latchkey.bench.store;

import dev.latchkey.model.Limits;
import dev.latchkey.model.process.StorageFault;
import java.io.PrintStream;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Fills a store with all that a large platform has, in one transaction. The indexes are dropped
 * before and created afterwards, and the next rows are made while rows are written. SQLite stores
 * rows in the order of their keys, so they are inserted in this order.
 */
public final class SizeFiller {
  private static final int PART = 20_000;

  /** Nothing refers to rows of these tables, and a store has none before it is filled. */
  private static final List<String> LARGE = List.of("grants", "pairs", "rotated_refresh", "audit");

  private static final List<String> TABLES =
      List.of(
          "organizations",
          "users",
          "memberships",
          "credentials",
          "grants",
          "pairs",
          "rotated_refresh",
          "audit");

  private final StorePlace place;
  private final SizedValues values;
  private final SizedRows rows;
  private final PrintStream progress;

  public SizeFiller(StorePlace place, SizedValues values, PrintStream progress) {
    this.place = place;
    this.values = values;
    this.rows = new SizedRows(values);
    this.progress = progress;
  }

  /** Adds all rows. The owner of the first credential becomes a super administrator. */
  public void fill() {
    try (Loader loader = Loader.open(place.data(), place.database())) {
      loader.connection().setAutoCommit(false);
      var indexes = new ArrayList<Loader.Index>(loader.keys(LARGE));
      indexes.addAll(loader.indexes(TABLES));
      loader.empty(LARGE);
      loader.execute(indexes.stream().map(Loader.Index::dropStatement).toList());
      promoteOwner(loader);
      long now = values.commonValues().at().toEpochMilli();
      long lifetime = Limits.DEFAULT.refreshToken().toMillis();
      loader.partition(new RotatedDays(now, now + lifetime));
      fillTables(loader);
      var shown = new Progress("indexes", indexes.size(), progress);
      for (int i = 0; i < indexes.size(); i++) {
        loader.execute(List.of(indexes.get(i).createStatement()));
        shown.at(i + 1);
      }
      loader.connection().commit();
      loader.connection().setAutoCommit(true);
    } catch (SQLException cause) {
      throw failed(cause);
    }
  }

  /** Adds rotated refresh tokens and entries of the audit log that the purge may delete. */
  public void addExpired(long from, int count) {
    try (Loader loader = Loader.open(place.data(), place.database())) {
      long day = rows.expiredDay();
      loader.partition(new RotatedDays(day, day));
      long[] numbers = LongStream.range(from, from + count).toArray();
      loader.load(Rows.ROTATED_REFRESH, numbers, rows::expired);
      loader.load(SizedRows.AUDIT, numbers, rows::expiredEntry);
    } catch (SQLException cause) {
      throw failed(cause);
    }
  }

  private void promoteOwner(Loader loader) throws SQLException {
    try (PreparedStatement promote =
        loader
            .connection()
            .prepareStatement("UPDATE users SET role = 'SUPER_ADMINISTRATOR' WHERE user_id = ?")) {
      promote.setString(1, values.commonValues().credential().owner().value());
      promote.executeUpdate();
    }
  }

  private void fillTables(Loader loader) throws SQLException {
    StoreSize size = values.size();
    DerivedValues derived = values.derived();
    // The first organization and its team are in the store already.
    long[] organizations = LongStream.range(1, size.organizations()).toArray();
    loader.insert(SizedRows.ORGANIZATIONS, organizations, rows::organization);
    loader.insert(SizedRows.TEAMS, organizations, rows::team);
    LongUnaryOperator userKey = i -> StoreFiller.start(derived.user(i).value());
    insert(loader, new Filled("people", size.people(), userKey), Rows.USERS, rows::person);
    insert(
        loader,
        new Filled("memberships", size.people(), userKey),
        Rows.MEMBERSHIPS,
        rows::membership);
    insert(
        loader,
        new Filled(
            "credentials",
            size.credentials(),
            i -> StoreFiller.start(derived.client(Batch.CLIENTS + i).value())),
        SizedRows.CREDENTIALS,
        rows::credential);
    insert(
        loader,
        new Filled("grants", size.grants(), i -> StoreFiller.start(derived.grant(i).value())),
        SizedRows.GRANTS,
        rows::grant);
    insert(
        loader,
        new Filled(
            "pairs", size.grants(), i -> StoreFiller.start(derived.access(i).hash().bytes())),
        SizedRows.PAIRS,
        rows::pair);
    insert(
        loader,
        new Filled(
            "rotated refresh tokens",
            size.grants() * StoreSize.ROTATED,
            i -> StoreFiller.start(derived.refresh(rows.numberOfRotated(i)).hash().bytes())),
        Rows.ROTATED_REFRESH,
        rows::rotated);
    insert(
        loader,
        new Filled("entries of the audit log", size.audit(), Optional.empty()),
        SizedRows.AUDIT,
        rows::entry);
  }

  /**
   * Numbered rows, and the first 64 bits of the key of each. Without keys the rows are inserted in
   * the order of their numbers, because their key is a number that the database assigns.
   */
  private record Filled(String name, long count, Optional<LongUnaryOperator> key) {
    Filled(String name, long count, LongUnaryOperator key) {
      this(name, count, Optional.of(key));
    }

    Iterator<long[]> parts(Loader loader) {
      return key.isPresent() && loader.isClustered()
          ? new KeyOrder(count, key.get())
          : LongStream.range(0, Math.ceilDiv(count, PART))
              .mapToObj(part ->
                  LongStream.range(part * PART, Math.min(count, (part + 1) * PART)).toArray())
              .iterator();
    }
  }

  private void insert(
      Loader loader, Filled filled, Rows.Table table, LongFunction<List<@Nullable Object>> row)
      throws SQLException {
    var shown = new Progress(filled.name(), filled.count(), progress);
    Iterator<long[]> parts = filled.parts(loader);
    CompletableFuture<List<List<@Nullable Object>>> next = made(parts, row);
    for (long done = 0; done < filled.count(); ) {
      List<List<@Nullable Object>> part = next.join();
      next = made(parts, row);
      loader.insert(table, LongStream.range(0, part.size()).toArray(), i -> part.get((int) i));
      done += part.size();
      shown.now(done);
    }
  }

  private static CompletableFuture<List<List<@Nullable Object>>> made(
      Iterator<long[]> parts, LongFunction<List<@Nullable Object>> row) {
    return CompletableFuture.supplyAsync(() ->
        parts.hasNext()
            ? Arrays.stream(parts.next()).mapToObj(row).toList()
            : List.<List<@Nullable Object>>of());
  }

  private static StorageFault failed(SQLException cause) {
    return new StorageFault("cannot fill the store: " + cause.getMessage(), cause);
  }
}
