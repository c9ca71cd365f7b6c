package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The lifetimes of child tokens. What ends a token also ends its child tokens, and a child token
 * that is active proves that its parent is.
 */
record Children(Index index, Observing observing) {
  /** The child tokens of a token, and all that were obtained from them. */
  List<Lifetime> of(String parent, Lifetime ofParent) {
    var lifetimes = new ArrayList<Lifetime>();
    for (Operation creation : index.of(Kind.CHILD, parent)) {
      observing.observe(ofParent, creation);
      if (creation.isDone()) {
        String name = creation.act().with(0);
        Lifetime child = ofParent.child("child " + name, creation);
        lifetimes.add(child);
        index.checks(name).forEach(check -> observing.observe(child, check));
        Stream.of(index.of(Kind.REVOKE, name), index.of(Kind.LEAK, name))
            .flatMap(List::stream)
            .filter(Operation::mayHaveHappened)
            .forEach(ending -> child.add(Cause.sure(ending)));
        lifetimes.addAll(of(name, child));
      }
    }
    return lifetimes;
  }
}
