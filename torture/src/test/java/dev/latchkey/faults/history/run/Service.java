package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Operation;
import dev.latchkey.faults.history.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Calculates from a history when clients were served. */
final class Service {
  private final List<Operation> served;

  Service(List<Operation> operations) {
    served =
        operations.stream()
            .filter(each -> each.node() > 0 && isServed(each))
            .sorted(Comparator.comparingLong(Operation::begin))
            .toList();
  }

  /**
   * For each strike, the longest time in which no operation of this kind succeeded on any node. It
   * is measured between the strike and the first success after its repair.
   */
  Times withoutSuccess(Kind kind, List<Strike> strikes) {
    List<Long> answers =
        served.stream().filter(each -> each.kind() == kind).map(Operation::end).sorted().toList();
    return sorted(strikes.stream().map(strike -> longestGap(answers, strike)).toList());
  }

  private static long longestGap(List<Long> answers, Strike strike) {
    long longest = 0;
    long last = strike.during().begin();
    int at = Collections.binarySearch(answers, last);
    for (int i = at < 0 ? -at - 1 : at; i < answers.size(); i++) {
      longest = Math.max(longest, answers.get(i) - last);
      last = answers.get(i);
      if (last > strike.during().end()) {
        break;
      }
    }
    return longest;
  }

  Times onStruckNodes(Kind kind, List<Strike> strikes) {
    var times = new ArrayList<Long>();
    for (Strike strike : strikes) {
      strike
          .node()
          .flatMap(node ->
              first(strike.during().end(), each -> each.kind() == kind && each.node() == node))
          .ifPresent(times::add);
    }
    return sorted(times);
  }

  /** A check is served whatever its result is. Any other operation is served when it is done. */
  private static boolean isServed(Operation operation) {
    return operation.outcome() == Outcome.DONE
        || (operation.kind() == Kind.CHECK && operation.outcome() == Outcome.REFUSED);
  }

  /**
   * The time from {@code moment} to the first matching answer to an operation that began
   * afterwards.
   */
  private Optional<Long> first(long moment, Predicate<Operation> matches) {
    for (int i = firstFrom(moment); i < served.size(); i++) {
      if (matches.test(served.get(i))) {
        return Optional.of(served.get(i).end() - moment);
      }
    }
    return Optional.empty();
  }

  private int firstFrom(long moment) {
    int from = 0;
    int to = served.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (served.get(middle).begin() < moment) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private static Times sorted(List<Long> times) {
    return new Times(times.stream().sorted().toList());
  }
}
