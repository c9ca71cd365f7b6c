package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Pace;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Strangers arrive at the authorization endpoint, each with 15 KB of parameters that no server
 * knows: first alone, to see what the store grows by, then beside refreshes at a constant rate.
 */
final class AuthorizeFlood {
    private static final int UNKNOWN_CHARS = 15_000;
    private static final double REFRESHES_A_SECOND = 50;
    private static final int REFRESHING = 8;
    private static final double KIBIBYTE = 1_024;

    private final Trial trial;
    private final LoadDriver.Until until;
    private final byte[] arrival;

    private AuthorizeFlood(Trial trial) {
        this.trial = trial;
        this.until = LoadDriver.Until.elapsed(trial.plan().duration());
        this.arrival =
                trial.calls()
                        .address()
                        .get(
                                "/oauth2/authorize?response_type=code&client_id="
                                        + trial.calls().identity().clientId()
                                        + "&x="
                                        + "x".repeat(UNKNOWN_CHARS));
    }

    static void run(Trial trial) {
        new AuthorizeFlood(trial).run();
    }

    private void run() {
        trial.meter().begin("authorize-flood");
        List<Refreshing> refreshing =
                IntStream.range(0, REFRESHING)
                        .mapToObj(i -> new Refreshing(trial.calls(), pair()))
                        .toList();
        drive(refreshes(refreshing));
        LoadResult before = drive(refreshes(refreshing)).getFirst();
        long bytesBefore = trial.managed().store().census().bytes();
        LoadResult alone = drive(flood()).getFirst();
        long grown = trial.managed().store().census().bytes() - bytesBefore;
        LoadResult beside = drive(refreshes(refreshing), flood()).getFirst();

        trial.report().add(Result.of("authorize-flood", "alone", Measured.of(alone)));
        trial.report().add(Result.of("authorize-flood", "refreshes beside", judged(beside)));
        trial.report()
                .add(
                        Aim.atMost(
                                "the store grew in a flood of authorization requests by",
                                grown / KIBIBYTE,
                                64,
                                " KiB"));
        trial.report().add(Aim.atLeast("refreshes answered in the flood", share(beside), 95, " %"));
        trial.report()
                .note(
                        String.format(
                                Locale.ROOT,
                                "Flood of authorization requests: %,d were answered in %.1f s, %,.0f bytes of the store each;"
                                        + " a refresh took at p99 %.1f ms before and %.1f ms in the flood.",
                                alone.latencies().getTotalCount(),
                                alone.seconds(),
                                (double) grown / Math.max(1, alone.latencies().getTotalCount()),
                                before.micros(99) / 1e3,
                                beside.micros(99) / 1e3));
    }

    private List<LoadResult> drive(Load... loads) {
        List<LoadResult> seen = LoadDriver.run(List.of(loads), Optional.empty(), until).loads();
        seen.forEach(each -> each.firstError().ifPresent(trial.meter()::say));
        return seen;
    }

    private Load flood() {
        return Load.of(
                trial.meter()
                        .callers(i ->
                                Asking.always(
                                        trial.calls().address(), arrival, AuthorizeFlood::isLedOn)),
                new Pace.ClosedLoop());
    }

    private static boolean isLedOn(Answer answer) {
        return answer.status() == 302
                && answer.all("Location").getFirst().startsWith("/sign-in?request=");
    }

    private static Load refreshes(List<Refreshing> callers) {
        return Load.of(callers, new Pace.ConstantRate(REFRESHES_A_SECOND));
    }

    private Pair pair() {
        return trial.stock()
                .takePair()
                .orElseThrow(() -> new HostFault("the stock of pairs is used up"));
    }

    /** What was refused is an aim of its own. */
    private static Measured judged(LoadResult seen) {
        return Measured.of(seen).withErrors(-seen.errors());
    }

    private static double share(LoadResult seen) {
        long answered = seen.latencies().getTotalCount();
        return 100.0 * answered / Math.max(1, answered + seen.errors());
    }
}
