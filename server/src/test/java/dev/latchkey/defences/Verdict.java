package dev.latchkey.defences;

import java.util.List;
import java.util.stream.Collectors;

/** What came of taking one defence out. */
record Verdict(Defence defence, Kind kind, String reason) {
    enum Kind {
        /** Every named test failed that this machine can run. */
        NOTICED,
        /** A named test passed without the defence. */
        SURVIVED,
        /** The file says nothing: it does not compile, or a test broke before it judged. */
        USELESS
    }

    static Verdict of(Defence defence, List<Outcome> outcomes) {
        String reason =
                outcomes.stream().map(Outcome::toString).collect(Collectors.joining("\n    "));
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
