package dev.latchkey.storage.call;

import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.storage.database.Column;
import dev.latchkey.storage.database.RowKeys;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a search, the newest first, merged from blocks that overlap. Blocks are read in the
 * order of their last calls; a call is certain to be the next one if no unread block ends later.
 */
final class MergedBlocks {
  private static final int HEADS_AT_ONCE = 500;
  private static final int CONTENTS_AT_ONCE = 64;

  /** What one search reads at most. One that finds little ends there, and can be continued. */
  private static final int MOST_HEADS = 20_000;

  private static final int MOST_CALLS = 50_000;
  private static final int MOST_FOR_ONE = 500_000;
  private static final int MOST_HELD = 20_000;

  /** After every time that a call can have. */
  private static final Instant FOREVER = Instant.ofEpochMilli(Long.MAX_VALUE / 2);

  private final Sql sql;
  private final CallSearch search;
  private final Optional<RecordedCall.Place> before;
  private final CallMarks needed;

  private final PriorityQueue<RecordedCall> read =
      new PriorityQueue<>(Comparator.comparing(RecordedCall::place).reversed());

  private final ArrayDeque<Head> heads = new ArrayDeque<>();
  private @Nullable Head lastHead;
  private boolean isEnd;
  private int headsRead;
  private int callsRead;
  private int mostCalls = MOST_CALLS;
  private Predicate<RecordedCall> isWanted;

  MergedBlocks(Sql sql, CallSearch search, Optional<RecordedCall.Place> before) {
    this.sql = sql;
    this.search = search;
    this.before =
        Stream.concat(
                before.stream(),
                search.period().until().map(until -> new RecordedCall.Place(until, "")).stream())
            .min(Comparator.naturalOrder());
    this.needed = CallMarks.needed(search);
    this.isWanted = search::matches;
  }

  /** What is known of a block without its content. */
  private record Head(String id, Instant lastAt, int calls, CallMarks marks) {
    static Head read(Sql.Row row) throws SQLException {
      return new Head(
          row.text("block_id"),
          row.instant("last_at"),
          row.number("calls"),
          new CallMarks(row.large("marks"), row.large("names")));
    }
  }

  CallBlocks.Found page(int limit) throws SQLException {
    var page = new ArrayList<RecordedCall>();
    while (page.size() < limit) {
      Optional<RecordedCall> next = next(limit);
      if (next.isEmpty()) {
        return new CallBlocks.Found(page, rest(), false);
      }
      page.add(next.get());
    }
    boolean isLast = next(limit).isEmpty() && rest().isEmpty();
    return new CallBlocks.Found(
        page, isLast ? Optional.empty() : Optional.of(page.getLast().place()), true);
  }

  /** The first call that is wanted. More is read for it than for a page. */
  Optional<RecordedCall> first(Predicate<RecordedCall> one) throws SQLException {
    mostCalls = MOST_FOR_ONE;
    isWanted = call -> search.matches(call) && one.test(call);
    return next(CONTENTS_AT_ONCE);
  }

  /** The next call. It is empty at the end, and if enough was read. */
  private Optional<RecordedCall> next(int limit) throws SQLException {
    findHeads();
    while (!isCertain()) {
      if (heads.isEmpty() || hasReadEnough()) {
        return Optional.empty();
      }
      readContents(limit);
      findHeads();
    }
    return Optional.ofNullable(read.poll());
  }

  private boolean isCertain() {
    RecordedCall newest = read.peek();
    Optional<Instant> unread = lastUnread();
    return unread.isEmpty() || (newest != null && newest.at().isAfter(unread.get()));
  }

  /** When the newest block that is not read yet ends. It is empty if there is none. */
  private Optional<Instant> lastUnread() {
    Head next = heads.isEmpty() && !isEnd ? lastHead : heads.peekFirst();
    return Optional.ofNullable(next).map(Head::lastAt);
  }

  /** Where the search goes on, if it has not read everything. */
  private Optional<RecordedCall.Place> rest() {
    return lastUnread().map(at -> new RecordedCall.Place(at.plusMillis(1), ""));
  }

  /** Whether the search may end here: then it goes on at an earlier place than it began. */
  private boolean hasReadEnough() {
    boolean isMuch = callsRead >= mostCalls || headsRead >= MOST_HEADS;
    return isMuch
        && rest()
            .filter(place -> before.filter(begin -> place.compareTo(begin) >= 0).isEmpty())
            .isPresent();
  }

  /** Reads heads until one is wanted. */
  private void findHeads() throws SQLException {
    while (heads.isEmpty() && !isEnd && !hasReadEnough()) {
      List<Head> found = heads();
      headsRead += found.size();
      isEnd = found.size() < HEADS_AT_ONCE;
      lastHead = found.isEmpty() ? lastHead : found.getLast();
      found.stream().filter(head -> head.marks.has(needed)).forEach(heads::add);
    }
  }

  private List<Head> heads() throws SQLException {
    var values = new ArrayList<@Nullable Object>();
    var text =
        new StringBuilder(
            "SELECT block_id, last_at, calls, marks, names FROM call_blocks WHERE first_at < ?");
    values.add(before.map(place -> place.at().plusMillis(1)).orElse(FOREVER));
    switch (search.of()) {
      case CallSearch.Of.Credential(var client) -> {
        text.append(" AND client_id = ?");
        values.add(client);
      }
      case CallSearch.Of.Organization(var organization) -> {
        text.append(" AND organization_id = ?");
        values.add(organization);
      }
      case CallSearch.Of.Person(var within, _) -> {
        text.append(" AND organization_id = ?");
        values.add(within.id());
      }
      case CallSearch.Of.Everything _ -> {}
    }
    text.append(" AND (last_at, block_id) < (?, ?) AND last_at >= ?");
    Head last = lastHead;
    values.add(
        last == null
            ? before.map(place -> place.at().plus(CallBlocks.WINDOW)).orElse(FOREVER)
            : last.lastAt);
    values.add(last == null ? "" : last.id);
    values.add(search.period().from().orElse(Instant.EPOCH));
    text.append(" ORDER BY last_at DESC, block_id DESC LIMIT ?");
    values.add(HEADS_AT_ONCE);
    return sql.all(text.toString(), Head::read, values.toArray());
  }

  /** Reads as many blocks as the page probably needs, and more of them if few calls matched. */
  private void readContents(int limit) throws SQLException {
    var wanted = new ArrayList<String>();
    int calls = 0;
    while (!heads.isEmpty()
        && wanted.size() < CONTENTS_AT_ONCE
        && calls < Math.min(MOST_CALLS / 2, Math.max(limit, callsRead))) {
      Head head = heads.removeFirst();
      wanted.add(head.id);
      calls += head.calls;
    }
    callsRead += calls;
    sql
        .findByKeys(
            """
            SELECT client_id, organization_id, content
            FROM call_blocks
            WHERE block_id {keys}
            """,
            RowKeys.of(Column.texts(wanted, id -> id)),
            row -> CallBlock.unpack(row.client(), row.organization(), row.bytes("content")))
        .stream()
        .flatMap(block -> block.calls().stream())
        .filter(call -> before.filter(place -> call.place().compareTo(place) >= 0).isEmpty())
        .filter(isWanted)
        .forEach(read::add);
    keepNewest(limit + 1);
  }

  /** The others are read again for a later page, so a page holds little of a busy minute. */
  private void keepNewest(int most) {
    if (read.size() > MOST_HELD) {
      List<RecordedCall> newest = Stream.generate(read::remove).limit(most).toList();
      read.clear();
      read.addAll(newest);
    }
  }
}
