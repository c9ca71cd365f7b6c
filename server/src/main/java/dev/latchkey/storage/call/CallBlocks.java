package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestId;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * The blocks of the request log. The blocks of all nodes are merged when they are read: those of an
 * organization are of many credentials at the same time.
 */
public record CallBlocks(Database database) {
  /**
   * A block lies within one of these times. So a page that begins at some moment needs only blocks
   * that end less than this later.
   */
  static final Duration WINDOW = Duration.ofMinutes(1);

  private static final Comparator<RecordedCall> OLDEST_FIRST =
      Comparator.comparing(RecordedCall::at).thenComparing(RecordedCall::id);

  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(1);
  private static final List<Duration> LONGEST_CALLS =
      List.of(Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofMinutes(15));

  /** More calls are written as several blocks. */
  private static final int MOST_IN_BLOCK = 1_000;

  /**
   * Calls, the newest first. {@code rest}: the place from which the search goes on with older
   * calls; empty if there are none. {@code isFull}: whether it ends there because the page is full,
   * and not because it has read enough.
   */
  public record Found(
      List<RecordedCall> calls, Optional<RecordedCall.Place> rest, boolean isFull) {}

  /** Writes calls that have ended, all of them or none. */
  public void write(Collection<RecordedCall> calls) {
    writeBlocks(blocks(calls));
  }

  /**
   * The same for calls that are in blocks already. Those of organizations that have turned the log
   * off are left out: that is read with the write, so it holds for every node at once.
   */
  public void writeBlocks(List<CallBlock> blocks) {
    List<Packed> rows = rows(blocks);
    database.run(sql -> {
      Set<Id.Organization> off = OrganizationLogs.off(sql);
      insert(sql, rows.stream().filter(row -> !off.contains(row.organization)).toList());
    });
  }

  private record Group(Id.Client client, Id.Organization organization, long window) {
    boolean has(RecordedCall call) {
      return window == CallBlocks.window(call.at())
          && client.equals(call.caller().client())
          && organization.equals(call.caller().organization());
    }

    static Group of(RecordedCall call) {
      return new Group(
          call.caller().client(), call.caller().organization(), CallBlocks.window(call.at()));
    }
  }

  static long window(Instant at) {
    return Math.floorDiv(at.toEpochMilli(), WINDOW.toMillis());
  }

  public static List<CallBlock> blocks(Collection<RecordedCall> calls) {
    var groups = new HashMap<Group, List<RecordedCall>>();
    Group last = null;
    List<RecordedCall> ofLast = new ArrayList<>();
    for (RecordedCall call : calls) {
      if (last == null || !last.has(call)) {
        last = Group.of(call);
        ofLast = groups.computeIfAbsent(last, first -> new ArrayList<>());
      }
      ofLast.add(call);
    }
    return groups.entrySet().stream()
        .flatMap(group -> parts(group.getKey(), group.getValue()))
        .toList();
  }

  private static Stream<CallBlock> parts(Group group, List<RecordedCall> calls) {
    calls.sort(OLDEST_FIRST);
    var parts = new ArrayList<CallBlock>();
    for (int from = 0; from < calls.size(); from += MOST_IN_BLOCK) {
      int to = Math.min(calls.size(), from + MOST_IN_BLOCK);
      parts.add(new CallBlock(group.client, group.organization, calls.subList(from, to)));
    }
    return parts.stream();
  }

  /**
   * The blocks with the newest calls of each credential, of which only so many are kept. At full
   * load the others would be deleted a second later.
   */
  public static List<CallBlock> newest(List<CallBlock> blocks, int calls) {
    var kept = new HashMap<Id.Client, Integer>();
    return blocks.stream()
        .sorted(Comparator.comparing(CallBlock::lastAt).reversed())
        .filter(
            block -> kept.merge(block.client(), block.size(), Integer::sum) < calls + block.size())
        .toList();
  }

  record Packed(Id.Organization organization, List<?> values) {}

  /** The values of rows. To pack a block takes longer than to write it. */
  static List<Packed> rows(List<CallBlock> blocks) {
    return blocks.stream().map(block -> new Packed(block.organization(), row(block))).toList();
  }

  private static List<?> row(CallBlock block) {
    byte[] content = block.pack();
    CallMarks marks = CallMarks.of(block.calls());
    Instant last = block.lastAt();
    return List.of(
        RequestId.draw(last, ThreadLocalRandom.current()),
        block.client(),
        block.organization(),
        block.calls().getFirst().at(),
        last,
        block.size(),
        content.length,
        marks.marks(),
        marks.names(),
        content);
  }

  static void insert(Sql sql, List<Packed> rows) throws SQLException {
    sql.updateEach(
        """
        INSERT INTO call_blocks (block_id, client_id, organization_id, first_at, last_at, calls,
            bytes, marks, names, content)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        rows,
        Packed::values);
  }

  /** The newest calls before a place; without one, the newest of all. */
  public Found page(CallSearch search, Optional<RecordedCall.Place> before, int limit) {
    return database.list(sql -> new MergedBlocks(sql, search, before).page(limit));
  }

  /**
   * The call with this id, if it is one of these calls. Most calls end soon after their id was
   * drawn, so the time after it is read in parts. For an id of another program the newest calls are
   * read.
   */
  public Optional<RecordedCall> find(CallSearch.Of of, String id) {
    Optional<Instant> drawn = RequestId.time(id);
    return drawn.isEmpty()
        ? find(of, id, CallSearch.Period.ALL)
        : LONGEST_CALLS.stream()
            .map(longest -> find(of, id, around(drawn.get(), longest)))
            .flatMap(Optional::stream)
            .findFirst();
  }

  private Optional<RecordedCall> find(CallSearch.Of of, String id, CallSearch.Period period) {
    var search = new CallSearch(of, period, CallSearch.Filter.NONE);
    return database.list(
        sql -> new MergedBlocks(sql, search, Optional.empty()).first(call -> call.id().equals(id)));
  }

  private static CallSearch.Period around(Instant time, Duration longest) {
    return new CallSearch.Period(
        Optional.of(time.minus(CLOCKS_DIFFER)), Optional.of(time.plus(longest)));
  }
}
