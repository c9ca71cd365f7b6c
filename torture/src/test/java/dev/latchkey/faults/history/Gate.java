package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A condition that must hold when other things are created, and that ends them when it ceases to
 * hold. Examples are a user, who is disabled and enabled again, and a membership of a team, which
 * is left and joined again.
 */
final class Gate {
  private final List<Operation> closings = new ArrayList<>();
  private final List<Operation> openings = new ArrayList<>();

  void close(Operation closing) {
    closings.add(closing);
  }

  void open(Operation opening) {
    openings.add(opening);
  }

  void sort() {
    closings.sort(Comparator.comparingLong(Operation::begin));
    openings.sort(Comparator.comparingLong(Operation::begin));
  }

  List<Operation> closings() {
    return closings;
  }

  List<Operation> openings() {
    return openings;
  }

  /**
   * The operations that may have ended something that was created by {@code admission}.
   *
   * <p>A closing certainly ended it if the admission was complete before the closing began. The
   * same is true if the gate was not opened again before the admission was complete: if the closing
   * had come first, the admission would have been refused.
   */
  List<Cause> endedAfter(Operation admission) {
    var causes = new ArrayList<Cause>();
    for (int i = first(admission); i < closings.size(); i++) {
      Operation closing = closings.get(i);
      boolean isLater = admission.end() <= closing.begin();
      if (isLater || !mayBeOpenAgain(closing, admission.end())) {
        causes.add(Cause.sure(closing));
      } else if (admission.begin() <= closing.end()) {
        causes.add(Cause.possible(closing));
      }
      if (isLater && closing.isDone()) {
        break;
      }
    }
    return causes;
  }

  private boolean mayBeOpenAgain(Operation closing, long by) {
    return openings.stream()
        .takeWhile(opening -> opening.begin() <= by)
        .anyMatch(opening -> opening.end() >= closing.begin());
  }

  /**
   * The index of the last closing that was complete when the admission began, or of the first
   * closing.
   */
  private int first(Operation admission) {
    int first = 0;
    for (int i = 0; i < closings.size() && closings.get(i).begin() < admission.begin(); i++) {
      if (closings.get(i).end() < admission.begin()) {
        first = i;
      }
    }
    return first;
  }
}
