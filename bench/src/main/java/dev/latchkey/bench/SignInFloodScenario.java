package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Pace;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * A flood of sign-ins: fifty times as many as the server can hash passwords for. Checks continue at
 * a constant rate, and must not become much slower.
 */
final class SignInFloodScenario {
  private static final int TIMES = 50;
  private static final int PEOPLE_AT_ONCE = 400;

  /**
   * The rate of the checks, as a share of the full rate. At this rate they take a third of the
   * processor, because single checks cost more than queued ones. A processor that is already full
   * would have nothing left for the sign-ins.
   */
  private static final double CHECKS_SHARE = 0.1;

  private static final int WARM_UPS = 2;

  private final Trial trial;
  private final Browser.SignInPage signInPage;
  private final LoadDriver.Until until;

  private SignInFloodScenario(Trial trial) {
    this.trial = trial;
    this.until = LoadDriver.Until.elapsed(trial.plan().duration());
    this.signInPage = Browser.arrive(trial.calls().address());
  }

  static void run(Trial trial) {
    new SignInFloodScenario(trial).run();
  }

  private void run() {
    List<IntrospectCaller> checks =
        trial.meter().callers(i -> new IntrospectCaller(trial.calls(), trial.stock(), i));
    Result idle = trial.meter().full(Target.get("signin-flood", trial.subject().process()), checks);
    double rate = CHECKS_SHARE * idle.max().perSecond();
    Measurement before = trial.meter().atRate(rate, trial.subject().process(), checks).measured();

    LoadResult capacity = LoadDriver.run(users(2), new Pace.ClosedLoop(), until);
    // The first floods are a warm-up for the JIT compiler: it sees how often sign-ins are
    // refused.
    for (int i = 0; i < WARM_UPS; i++) {
      checksDuring(users(PEOPLE_AT_ONCE), TIMES * capacity.perSecond(), rate, checks);
    }
    List<SignInCaller> crowd = users(PEOPLE_AT_ONCE);
    Measurement during = checksDuring(crowd, TIMES * capacity.perSecond(), rate, checks);

    trial
        .report()
        .add(Result.of("signin-flood", "during", during).and(new Result.AtRate(rate, before)));
    trial
        .report()
        .add(
            Aim.atMost(
                "p99 of checks in a flood of sign-ins, of that without",
                during.p99Micros() / before.p99Micros(),
                2,
                ""));
    trial
        .report()
        .note(
            String.format(
                Locale.ROOT,
                "Sign-ins: %.0f/s can be done; of the flood %d came in and %d were sent away with 429 or 503.",
                capacity.perSecond(),
                crowd.stream().mapToLong(SignInCaller::signedIn).sum(),
                crowd.stream().mapToLong(SignInCaller::refused).sum()));
  }

  /**
   * Checks at a constant rate while sign-ins come at another. A sign-in that is still waiting when
   * the time is over gets no answer, which is not counted as a wrong answer.
   */
  private Measurement checksDuring(
      List<SignInCaller> crowd, double flood, double checking, List<IntrospectCaller> checks) {
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      Future<LoadResult> flooding =
          other.submit(() -> LoadDriver.run(crowd, new Pace.ConstantRate(flood), until));
      Measurement seen =
          trial.meter().atRate(checking, trial.subject().process(), checks).measured();
      flooding.get();
      return seen.withErrors(crowd.stream().mapToLong(SignInCaller::wrong).sum());
    } catch (ExecutionException | InterruptedException broken) {
      throw new HostFault("the flood was interrupted", broken);
    }
  }

  private List<SignInCaller> users(int count) {
    return IntStream.range(0, count).mapToObj(i -> new SignInCaller(trial, signInPage, i)).toList();
  }
}
