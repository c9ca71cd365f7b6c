package dev.latchkey.faults.history;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Operations that contradict each other. At least one of their answers was wrong. */
public record Violation(Rule rule, String subject, List<Operation> operations) {
  static Violation of(Rule rule, String subject, Collection<Operation> operations) {
    return new Violation(
        rule,
        subject,
        operations.stream().distinct().sorted(Comparator.comparingLong(Operation::begin)).toList());
  }

  @Override
  public String toString() {
    return rule
        + " "
        + subject
        + operations.stream().map(operation -> "\n    " + operation).collect(Collectors.joining());
  }
}
