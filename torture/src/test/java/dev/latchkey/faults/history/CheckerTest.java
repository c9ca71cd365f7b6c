package dev.latchkey.faults.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.faults.history.known.KnownHistory;
import dev.latchkey.faults.history.known.RightHistories;
import dev.latchkey.harness.MeasuresTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The checker rejects histories that are known to be wrong, for the right reason, and accepts those
 * that are right.
 */
@MeasuresTime
class CheckerTest {
  private static final int MANY = 1_000_000;
  private static final int CHECKS_A_PAIR = 16;

  @ParameterizedTest
  @MethodSource({
    "dev.latchkey.faults.history.known.WrongHistories#all",
    "dev.latchkey.faults.history.known.ExtensionHistories#wrong"
  })
  void a_wrong_history_is_rejected_for_the_right_reason(KnownHistory known) {
    List<Violation> violations = check(known.transcript());

    assertThat(violations).isNotEmpty();
    assertThat(violations.getFirst().rule()).as("%s", violations).isEqualTo(known.rule());
    assertThat(violations.getFirst().operations()).hasSizeBetween(2, 7);
  }

  @ParameterizedTest
  @MethodSource({
    "dev.latchkey.faults.history.known.RightHistories#all",
    "dev.latchkey.faults.history.known.ExtensionHistories#right"
  })
  void a_right_history_is_accepted(RightHistories.Known known) {
    assertThat(check(known.transcript())).isEmpty();
  }

  @Test
  void a_million_operations_are_judged_in_seconds() {
    List<Operation> operations = new ArrayList<>(Transcript.read(KnownHistory.GRANT));
    for (int i = 1; operations.size() < MANY; i++) {
      String pair = "p" + i;
      String next = "p" + (i + 1);
      long at = 100L * i;
      for (int check = 0; check < CHECKS_A_PAIR; check++) {
        operations.add(done(at + 2L * check, Act.of(Kind.CHECK, pair)));
      }
      operations.add(done(at + 90, Act.of(Kind.REFRESH, pair, next)));
    }
    long start = System.nanoTime();

    assertThat(new Checker(Deadlines.DEFAULT).check(operations)).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }

  private static Operation done(long at, Act act) {
    return new Operation(act, 1, new Span(at * 1_000_000, at * 1_000_000 + 1), Outcome.DONE, "");
  }

  private static List<Violation> check(String history) {
    return new Checker(Deadlines.DEFAULT).check(Transcript.read(history));
  }
}
