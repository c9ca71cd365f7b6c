package dev.latchkey.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The result of a scenario: under its own load, which is most often full load, and at constant
 * rates below it. It also has the size of the store afterwards, and the yardsticks that were
 * measured with it.
 */
record Result(
    String name,
    String load,
    Measurement max,
    List<AtRate> atRates,
    OptionalLong storeBytes,
    Yardsticks yardsticks) {
  static final String FULL = "full";

  record AtRate(double perSecond, Measurement measured) {}

  /**
   * The yardsticks measured before and after the load, and remarks about the measurement for the
   * reader of the report.
   *
   * @param isDetailed whether the table shows the yardsticks themselves
   */
  record Yardsticks(List<Baseline> baselines, List<String> remarks, boolean isDetailed) {
    static final Yardsticks NONE = new Yardsticks(List.of(), List.of(), false);
  }

  static Result of(String name, String load, Measurement max) {
    return new Result(name, load, max, List.of(), OptionalLong.empty(), Yardsticks.NONE);
  }

  Optional<Baseline> baseline(String which) {
    return yardsticks.baselines().stream().filter(each -> each.name().equals(which)).findFirst();
  }

  /** The rate as a share of a yardstick's rate. Empty if the yardstick has an objection. */
  OptionalDouble ratioTo(String which) {
    return baseline(which)
        .filter(baseline -> baseline.objection().isEmpty())
        .map(baseline -> OptionalDouble.of(max.perSecond() / baseline.perSecond()))
        .orElse(OptionalDouble.empty());
  }

  long errors() {
    return max.errors() + atRates.stream().mapToLong(rate -> rate.measured().errors()).sum();
  }

  Result withErrors(long more) {
    return new Result(name, load, max.withErrors(more), atRates, storeBytes, yardsticks);
  }

  Result withStore(OptionalLong bytes) {
    return new Result(name, load, max, atRates, bytes, yardsticks);
  }

  Result with(Yardsticks measured) {
    return new Result(name, load, max, atRates, storeBytes, measured);
  }

  Result detailed() {
    return with(new Yardsticks(yardsticks.baselines(), yardsticks.remarks(), true));
  }

  Result and(AtRate more) {
    var all = new ArrayList<>(atRates);
    all.add(more);
    return new Result(name, load, max, all, storeBytes, yardsticks);
  }
}
