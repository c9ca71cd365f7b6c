package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Something that must be open for others to be born, and ends them when it closes: a user who is
 * disabled and enabled, a membership that is left and taken up again.
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
     * What may have ended something that passed this gate by {@code admission}. A closing ended it
     * surely if the admission was over by then. The same holds where the gate was not opened again
     * before the admission was over: had the closing come first, the admission would have been
     * refused.
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

    /** The last closing that was over when the admission began, or the first of all. */
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
