package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The times in which the owner of a client was disabled. Tokens that other people granted to the
 * client are then inactive, but not ended. They are active again when the owner is enabled, or when
 * the client gets another owner. The same is true while the client cannot be used from the network
 * of the callers.
 */
final class Suspensions {
  /** A period between two operations, exclusive. It is open-ended if no operation ends it. */
  private record Period(Operation from, Span span) {}

  private record Suspension(Span span, List<Operation> by) {}

  private final List<Suspension> sure = new ArrayList<>();
  private final List<Span> possible = new ArrayList<>();

  /** {@code owners} are the creation and the transfers of one client, sorted by their begin. */
  Suspensions(List<Operation> owners, Map<String, Gate> users) {
    Map<String, List<Operation>> byOwner = new HashMap<>();
    owners.forEach(
        each -> byOwner.computeIfAbsent(each.act().with(0), first -> new ArrayList<>()).add(each));
    byOwner.forEach((owner, taken) -> {
      Gate gate = users.getOrDefault(owner, new Gate());
      List<Operation> others =
          owners.stream().filter(each -> !each.act().with(0).equals(owner)).toList();
      combine(sure(taken, others), sure(gate.closings(), gate.openings()), sure::add);
      combine(
          possible(taken, others),
          possible(gate.closings(), gate.openings()),
          both -> possible.add(both.span()));
    });
    sure.sort(Comparator.comparingLong(each -> each.span().begin()));
    possible.sort(Comparator.comparingLong(Span::begin));
  }

  /** The times in which the networks of a client did not include those of its callers. */
  Suspensions(Gate networks) {
    sure(networks.closings(), networks.openings())
        .forEach(each -> sure.add(new Suspension(each.span(), List.of(each.from()))));
    possible(networks.closings(), networks.openings()).forEach(each -> possible.add(each.span()));
  }

  /** The operations that prove that an operation at this time cannot have seen anything active. */
  Optional<List<Operation>> surelyAt(Span when) {
    return sure.stream()
        .takeWhile(each -> each.span().begin() < when.begin())
        .filter(each -> each.span().contains(when))
        .map(Suspension::by)
        .findFirst();
  }

  boolean possiblyAt(Span when) {
    return possible.stream()
        .takeWhile(each -> each.begin() <= when.end())
        .anyMatch(each -> each.overlaps(when));
  }

  private static void combine(List<Period> some, List<Period> others, Consumer<Suspension> to) {
    for (Period one : some) {
      for (Period other : others) {
        long begin = Math.max(one.span().begin(), other.span().begin());
        long end = Math.min(one.span().end(), other.span().end());
        if (begin <= end) {
          to.accept(new Suspension(new Span(begin, end), List.of(one.from(), other.from())));
        }
      }
    }
  }

  /**
   * A state is certainly set from the end of the operation that sets it until the begin of the
   * first operation that may unset it.
   */
  private static List<Period> sure(List<Operation> setting, List<Operation> unsetting) {
    var periods = new ArrayList<Period>();
    for (Operation set : setting) {
      List<Operation> later = unsetting.stream().filter(each -> each.end() >= set.begin()).toList();
      long until = later.stream().mapToLong(Operation::begin).min().orElse(Long.MAX_VALUE);
      if (set.isDone() && until > set.end()) {
        periods.add(new Period(set, new Span(set.end(), until)));
      }
    }
    return periods;
  }

  /**
   * A state is possibly set from the begin of the operation that sets it until the end of an
   * operation that certainly unsets it afterwards.
   */
  private static List<Period> possible(List<Operation> setting, List<Operation> unsetting) {
    var periods = new ArrayList<Period>();
    for (Operation set : setting) {
      long until =
          unsetting.stream()
              .filter(each -> each.isDone() && each.begin() >= set.end())
              .mapToLong(Operation::end)
              .min()
              .orElse(Long.MAX_VALUE);
      periods.add(new Period(set, new Span(set.begin(), until)));
    }
    return periods;
  }
}
