package dev.latchkey.console.call;

import dev.latchkey.console.page.Page;
import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallCounts;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.storage.call.CallStores;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the first page of a credential says of its calls: how those of a day ended, and which
 * programs made the newest.
 */
public record RecentCalls(CallCounts day, List<Caller> callers) {
  private static final Duration DAY = Duration.ofHours(24);
  private static final int CALLS_READ = 1_000;
  private static final int CALLERS_SHOWN = 5;

  /** A program at an address, and the newest of its calls. */
  public record Caller(String program, String address, RecordedCall last, long calls) {
    private static Caller of(List<RecordedCall> newestFirst) {
      RecordedCall last = newestFirst.getFirst();
      return new Caller(
          last.origin().userAgent(), last.origin().address(), last, newestFirst.size());
    }

    /** Where all of its calls are listed. */
    public String href(String calls) {
      return calls
          + new CallFilter(Map.of(CallFilter.Field.ADDRESS, address), Optional.empty()).query();
    }
  }

  public static RecentCalls of(CallStores stores, Id.Client client, Instant now) {
    var of = new CallSearch.Of.Credential(client);
    CallCounts day =
        stores.hours().since(of, now.minus(DAY)).hours().values().stream()
            .reduce(CallCounts.NONE, CallCounts::plus);
    List<Caller> callers =
        stores.blocks().page(CallSearch.of(of), Optional.empty(), CALLS_READ).calls().stream()
            .collect(
                Collectors.groupingBy(
                    call -> List.of(call.origin().userAgent(), call.origin().address())))
            .values()
            .stream()
            .map(Caller::of)
            .sorted(Comparator.comparing((Caller caller) -> caller.last().place()).reversed())
            .limit(CALLERS_SHOWN)
            .toList();
    return new RecentCalls(day, callers);
  }

  /** How many calls the day had, and how many of them got what they wanted, and in which time. */
  public Optional<String> ofDay(Page page) {
    return day.total() == 0
        ? Optional.empty()
        : Optional.of(
            page.say("calls.of-day", day.total(), notServed())
                + " "
                + CallChart.latency(page, day));
  }

  private double notServed() {
    return (double) (day.refused() + day.failed()) / day.total();
  }
}
