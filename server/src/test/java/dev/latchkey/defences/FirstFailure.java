package dev.latchkey.defences;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Ends a run at its first failure: with the defence removed, the second database adds nothing. */
final class FirstFailure implements TestExecutionListener {
    private final NamedTest test;
    private final CancellationToken enough;
    private final Set<TestExecutionResult.Status> statuses =
            EnumSet.noneOf(TestExecutionResult.Status.class);
    private @Nullable Outcome failure;

    FirstFailure(NamedTest test, CancellationToken enough) {
        this.test = test;
        this.enough = enough;
    }

    Outcome outcome() {
        if (failure != null) {
            return failure;
        }
        if (statuses.contains(TestExecutionResult.Status.ABORTED)) {
            return new Outcome(test, Outcome.Kind.SKIPPED, "");
        }
        return statuses.isEmpty()
                ? new Outcome(test, Outcome.Kind.BROKEN, "no test of this name ran")
                : new Outcome(test, Outcome.Kind.PASSED, "");
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        if (identifier.isTest()) {
            statuses.add(result.getStatus());
        }
        if (failure == null && result.getStatus() == TestExecutionResult.Status.FAILED) {
            failure = failure(identifier, result.getThrowable());
            enough.cancel();
        }
    }

    private Outcome failure(TestIdentifier identifier, Optional<Throwable> thrown) {
        boolean judged =
                identifier.isTest() && thrown.filter(FirstFailure::isJudgement).isPresent();
        String message =
                identifier.getDisplayName() + ": " + thrown.map(Throwable::toString).orElse("");
        thrown.ifPresent(Throwable::printStackTrace);
        return new Outcome(test, judged ? Outcome.Kind.FAILED : Outcome.Kind.BROKEN, message);
    }

    /** An assertion that does not hold, or the end of the time in which something was to happen. */
    private static boolean isJudgement(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof AssertionError
                    || each.getClass().getSimpleName().contains("Timeout")) {
                return true;
            }
        }
        return false;
    }
}
