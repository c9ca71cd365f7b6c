package dev.latchkey.defences;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Stops the run of a test at its first failure. If a test fails without the defence on one
 * database, the other database adds no information.
 */
final class FirstFailure implements TestExecutionListener {
  private final NamedTest test;
  private final CancellationToken stop;
  private final Set<TestExecutionResult.Status> statuses =
      EnumSet.noneOf(TestExecutionResult.Status.class);
  private @Nullable Outcome failure;

  FirstFailure(NamedTest test, CancellationToken stop) {
    this.test = test;
    this.stop = stop;
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
      stop.cancel();
    }
  }

  private Outcome failure(TestIdentifier identifier, Optional<Throwable> thrown) {
    boolean decided = identifier.isTest() && thrown.filter(FirstFailure::isDecision).isPresent();
    String message =
        identifier.getDisplayName() + ": " + thrown.map(Throwable::toString).orElse("");
    thrown.ifPresent(Throwable::printStackTrace);
    return new Outcome(test, decided ? Outcome.Kind.FAILED : Outcome.Kind.BROKEN, message);
  }

  /**
   * Whether the test itself decided that it failed: an assertion did not hold, or a time limit
   * expired.
   */
  private static boolean isDecision(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof AssertionError || each.getClass().getSimpleName().contains("Timeout")) {
        return true;
      }
    }
    return false;
  }
}
