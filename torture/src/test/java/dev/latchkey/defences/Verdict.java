package dev.latchkey.defences;

import java.util.List;
import java.util.stream.Collectors;

/** The result of removing one defence. */
record Verdict(Defence defence, Kind kind, String reason) {
  enum Kind {
    /** Every named test that can run on this machine failed. */
    NOTICED,
    /** At least one named test passed without the defence. */
    SURVIVED,
    /**
     * The file proves nothing: the program does not compile with it, or a test broke before it
     * could decide.
     */
    USELESS
  }

  static Verdict of(Defence defence, List<Outcome> outcomes) {
    String reason = outcomes.stream().map(Outcome::toString).collect(Collectors.joining("\n    "));
    return new Verdict(defence, kind(outcomes), reason);
  }

  private static Kind kind(List<Outcome> outcomes) {
    if (outcomes.stream().anyMatch(each -> each.kind() == Outcome.Kind.PASSED)) {
      return Kind.SURVIVED;
    }
    return outcomes.stream().anyMatch(each -> each.kind() == Outcome.Kind.BROKEN)
        ? Kind.USELESS
        : Kind.NOTICED;
  }

  @Override
  public String toString() {
    return kind + " " + defence.name() + "\n    " + reason;
  }
}
