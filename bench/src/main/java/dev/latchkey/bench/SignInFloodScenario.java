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
 * Fifty times as many people sign in as the server can hash passwords for. Checks go on at a
 * constant rate beside them, and must not notice much.
 */
final class Flood {
    private static final int TIMES = 50;
    private static final int PEOPLE_AT_ONCE = 400;

    /**
     * A third of the processor as they come one by one: what is full already has nothing to spare.
     */
    private static final double CHECKS_SHARE = 0.1;

    private static final int WARM_UPS = 2;

    private final Trial trial;
    private final Browser.SignInPage signInPage;
    private final LoadDriver.Until until;

    private Flood(Trial trial) {
        this.trial = trial;
        this.until = LoadDriver.Until.elapsed(trial.plan().duration());
        this.signInPage = Browser.arrive(trial.calls().address());
    }

    static void run(Trial trial) {
        new Flood(trial).run();
    }

    private void run() {
        List<Introspecting> checks =
                trial.meter().callers(i -> new Introspecting(trial.calls(), trial.stock(), i));
        Result idle =
                trial.meter().full(Target.get("signin-flood", trial.subject().process()), checks);
        double rate = CHECKS_SHARE * idle.max().perSecond();
        Measured before = trial.meter().atRate(rate, trial.subject().process(), checks).measured();

        LoadResult capacity = LoadDriver.run(users(2), new Pace.ClosedLoop(), until);
        // The first ones only show the compiler how many are sent away.
        for (int i = 0; i < WARM_UPS; i++) {
            beside(users(PEOPLE_AT_ONCE), TIMES * capacity.perSecond(), rate, checks);
        }
        List<SigningIn> crowd = users(PEOPLE_AT_ONCE);
        Measured during = beside(crowd, TIMES * capacity.perSecond(), rate, checks);

        trial.report()
                .add(
                        Result.of("signin-flood", "during", during)
                                .and(new Result.AtRate(rate, before)));
        trial.report()
                .add(
                        Aim.atMost(
                                "p99 of checks in a flood of sign-ins, of that without",
                                during.p99Micros() / before.p99Micros(),
                                2,
                                ""));
        trial.report()
                .note(
                        String.format(
                                Locale.ROOT,
                                "Sign-ins: %.0f/s can be done; of the flood %d came in and %d were sent away with 429 or 503.",
                                capacity.perSecond(),
                                crowd.stream().mapToLong(SigningIn::in).sum(),
                                crowd.stream().mapToLong(SigningIn::sentAway).sum()));
    }

    /** Who still waits when the time is up, waits in vain; that is no wrong answer. */
    private Measured beside(
            List<SigningIn> crowd, double flood, double checking, List<Introspecting> checks) {
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<LoadResult> flooding =
                    other.submit(() -> LoadDriver.run(crowd, new Pace.ConstantRate(flood), until));
            Measured seen =
                    trial.meter().atRate(checking, trial.subject().process(), checks).measured();
            flooding.get();
            return seen.withErrors(crowd.stream().mapToLong(SigningIn::wrong).sum());
        } catch (ExecutionException | InterruptedException broken) {
            throw new HostFault("the flood broke off", broken);
        }
    }

    private List<SigningIn> users(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new SigningIn(trial, signInPage, i))
                .toList();
    }
}
