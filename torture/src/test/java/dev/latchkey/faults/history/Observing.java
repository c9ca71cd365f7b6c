package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What an operation proves that has seen a token of one client active or ended. Introspection works
 * from every network.
 */
record Observing(Suspensions ofOwner, Suspensions ofNetwork, Consumer<Violation> violations) {
  void observe(Lifetime lifetime, Operation by) {
    List<Suspensions> able =
        by.kind() == Kind.CHECK ? List.of(ofOwner) : List.of(ofOwner, ofNetwork);
    switch (by.outcome()) {
      case DONE -> {
        lifetime.seenActive(by);
        able.stream()
            .flatMap(each -> each.surelyAt(by.span()).stream())
            .findFirst()
            .ifPresent(why -> {
              var operations = new ArrayList<>(why);
              operations.add(by);
              violations.accept(
                  Violation.of(Rule.ACTIVE_WHILE_SUSPENDED, by.subject(), operations));
            });
      }
      case REFUSED -> {
        if (able.stream().noneMatch(each -> each.possiblyAt(by.span()))) {
          lifetime.seenEnded(by);
        }
      }
      case UNKNOWN -> {}
    }
  }
}
