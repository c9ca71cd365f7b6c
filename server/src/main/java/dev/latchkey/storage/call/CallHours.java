package dev.latchkey.storage.call;

import dev.latchkey.model.call.CallCounts;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.CountedCalls;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of each hour by outcome and time, for charts. They are counted for each credential, for
 * the organization of each, and for everything, when the calls are recorded: the log itself keeps
 * only the newest calls.
 */
public record CallHours(Database database) {
  /**
   * The rows that together count every call. Each batch adds to one of them: nodes would wait for
   * each other if there was only one.
   */
  private static final List<String> EVERYTHING =
      IntStream.range(0, 16).mapToObj(part -> part == 0 ? "" : "" + part).toList();

  /** Of a person. More take longer than a page may. */
  private static final int MOST_COUNTED = 5_000;

  private static final int TIMES = CallCounts.NONE.times().size();

  /** {@code subject}: a credential or an organization; empty for everything. */
  public record Hour(String subject, Instant start) implements Comparable<Hour> {
    private static final Comparator<Hour> ORDER =
        Comparator.comparing(Hour::subject).thenComparing(Hour::start);

    public static Hour of(String subject, Instant at) {
      return new Hour(subject, at.truncatedTo(ChronoUnit.HOURS));
    }

    /** All nodes write in this order, so two nodes never wait for each other's row locks. */
    @Override
    public int compareTo(Hour other) {
      return ORDER.compare(this, other);
    }
  }

  public void add(SortedMap<Hour, CallCounts> counted) {
    String everything = EVERYTHING.get(ThreadLocalRandom.current().nextInt(EVERYTHING.size()));
    database.run(
        sql -> sql.updateEach(ADD, counted.entrySet(), count -> values(count, everything)));
  }

  private static final String ADD =
      """
      INSERT INTO call_hours (subject, hour, admitted, refused, failed, {times})
      VALUES (?, ?, ?, ?, ?, {values})
      ON CONFLICT (subject, hour) DO UPDATE
      SET admitted = call_hours.admitted + excluded.admitted,
          refused = call_hours.refused + excluded.refused,
          failed = call_hours.failed + excluded.failed,
          {sums}
      """
          .replace("{times}", eachTime("t%1$d"))
          .replace("{values}", eachTime("?"))
          .replace("{sums}", eachTime("t%1$d = call_hours.t%1$d + excluded.t%1$d"));

  private static String eachTime(String text) {
    return IntStream.range(0, TIMES).mapToObj(text::formatted).collect(Collectors.joining(", "));
  }

  private static List<Object> values(Map.Entry<Hour, CallCounts> count, String everything) {
    Hour hour = count.getKey();
    CallCounts calls = count.getValue();
    var values = new ArrayList<Object>();
    values.add(hour.subject.isEmpty() ? everything : hour.subject);
    values.add(hour.start);
    values.add(calls.admitted());
    values.add(calls.refused());
    values.add(calls.failed());
    values.addAll(calls.times());
    return values;
  }

  /**
   * Calls by their hours. An hour without calls is left out.
   *
   * @param countedTo earlier calls are not counted, because that is many
   */
  public record Counted(SortedMap<Instant, CallCounts> hours, Optional<Instant> countedTo) {}

  /**
   * The calls of each hour since this time. Those of a person are counted in the log, because an
   * hour for each person would be more rows than the log has.
   */
  public Counted since(CallSearch.Of of, Instant from) {
    return switch (of) {
      case CallSearch.Of.Credential(var client) -> stored(List.of(client.value()), from);
      case CallSearch.Of.Organization(var organization) ->
          stored(List.of(organization.value()), from);
      case CallSearch.Of.Everything _ -> stored(EVERYTHING, from);
      case CallSearch.Of.Person person -> inLog(person, from);
    };
  }

  private Counted inLog(CallSearch.Of.Person person, Instant from) {
    var period = new CallSearch.Period(Optional.of(from), Optional.empty());
    CallBlocks.Found found =
        new CallBlocks(database)
            .page(CallSearch.of(person).within(period), Optional.empty(), MOST_COUNTED);
    var hours = new TreeMap<Instant, CountedCalls>();
    for (RecordedCall call : found.calls()) {
      hours
          .computeIfAbsent(call.at().truncatedTo(ChronoUnit.HOURS), hour -> new CountedCalls())
          .add(call);
    }
    var counts = new TreeMap<Instant, CallCounts>();
    hours.forEach((hour, calls) -> counts.put(hour, calls.counts()));
    return new Counted(counts, found.rest().map(RecordedCall.Place::at));
  }

  private Counted stored(Collection<String> subjects, Instant from) {
    var values = new ArrayList<@Nullable Object>(subjects);
    values.add(from.truncatedTo(ChronoUnit.HOURS));
    String text =
        """
        SELECT hour, admitted, refused, failed, {times}
        FROM call_hours
        WHERE subject IN ({subjects})
          AND hour >= ?
        """
            .replace("{times}", eachTime("t%1$d"))
            .replace(
                "{subjects}", subjects.stream().map(each -> "?").collect(Collectors.joining(", ")));
    SortedMap<Instant, CallCounts> hours =
        database
            .list(sql ->
                sql.all(text, row -> Map.entry(row.instant("hour"), counts(row)), values.toArray()))
            .stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, Map.Entry::getValue, CallCounts::plus, TreeMap::new));
    return new Counted(hours, Optional.empty());
  }

  private static CallCounts counts(Sql.Row row) throws SQLException {
    var times = new ArrayList<Long>();
    for (int i = 0; i < TIMES; i++) {
      times.add(row.large("t" + i));
    }
    return new CallCounts(row.large("admitted"), row.large("refused"), row.large("failed"), times);
  }
}
