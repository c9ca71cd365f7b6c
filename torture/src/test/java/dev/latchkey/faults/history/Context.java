package dev.latchkey.faults.history;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Collects all operations about the things in a violation, for a person who looks for its cause.
 */
public final class Context {
  private final List<Operation> operations;

  public Context(List<Operation> operations) {
    this.operations = operations;
  }

  /**
   * For a grant: its own operations, and those about its user, session, client and owners. For an
   * organization token: its own operations.
   */
  public List<Operation> of(Violation violation) {
    Set<String> names = new HashSet<>();
    violation.operations().forEach(each -> addAll(each, names));
    // The consent names the grant and its session, and the sign-in names the session and its
    // user.
    for (Kind kind : List.of(Kind.CONSENT, Kind.SIGN_IN, Kind.CREATE, Kind.TRANSFER)) {
      operations.stream()
          .filter(each -> each.kind() == kind && names.contains(each.subject()))
          .forEach(each -> names.addAll(each.act().with()));
    }
    return operations.stream()
        .filter(isAbout(names))
        .sorted((one, other) -> Long.compare(one.begin(), other.begin()))
        .toList();
  }

  /** The name of a pair begins with the name of its grant. */
  private static void addAll(Operation operation, Set<String> to) {
    to.add(operation.subject());
    to.add(operation.subject().split("\\.")[0]);
    if (operation.kind() != Kind.CONSENT) {
      to.addAll(operation.act().with());
    }
  }

  private static Predicate<Operation> isAbout(Set<String> names) {
    return each ->
        switch (each.kind()) {
          case CHECK, CALL, REFRESH, REVOKE, LEAK, CHILD ->
              names.contains(each.subject()) || names.contains(each.subject().split("\\.")[0]);
          case SIGN_IN -> names.contains(each.act().with(0));
          default -> names.contains(each.subject());
        };
  }
}
