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
 * A flood of authorization requests without a session, each with 15 KB of unknown parameters. It
 * runs first alone, to measure by how much the store grows, and then beside refreshes at a constant
 * rate.
 */
final class AuthorizeFloodScenario {
  private static final int UNKNOWN_CHARS = 15_000;
  private static final double REFRESHES_PER_SECOND = 50;
  private static final int REFRESHING = 8;
  private static final double KIBIBYTE = 1_024;

  private final Trial trial;
  private final LoadDriver.Until until;
  private final byte[] arrival;

  private AuthorizeFloodScenario(Trial trial) {
    this.trial = trial;
    this.until = LoadDriver.Until.elapsed(trial.plan().duration());
    this.arrival =
        trial
            .calls()
            .address()
            .get(
                "/oauth2/authorize?response_type=code&client_id="
                    + trial.calls().identity().clientId()
                    + "&x="
                    + "x".repeat(UNKNOWN_CHARS));
  }

  static void run(Trial trial) {
    new AuthorizeFloodScenario(trial).run();
  }

  private void run() {
    trial.meter().printName("authorize-flood");
    List<RefreshCaller> refreshing =
        IntStream.range(0, REFRESHING)
            .mapToObj(i -> new RefreshCaller(trial.calls(), pair()))
            .toList();
    drive(refreshes(refreshing));
    LoadResult before = drive(refreshes(refreshing)).getFirst();
    long bytesBefore = trial.managed().store().statistics().bytes();
    LoadResult alone = drive(flood()).getFirst();
    long grown = trial.managed().store().statistics().bytes() - bytesBefore;
    LoadResult refreshesInFlood = drive(refreshes(refreshing), flood()).getFirst();

    trial.report().add(Result.of("authorize-flood", "alone", Measurement.of(alone)));
    trial
        .report()
        .add(Result.of("authorize-flood", "refreshes beside", measurementOf(refreshesInFlood)));
    trial
        .report()
        .add(
            Aim.atMost(
                "the store grew in a flood of authorization requests by",
                grown / KIBIBYTE,
                64,
                " KiB"));
    trial
        .report()
        .add(Aim.atLeast("refreshes answered in the flood", share(refreshesInFlood), 95, " %"));
    trial
        .report()
        .note(
            String.format(
                Locale.ROOT,
                "Flood of authorization requests: %,d were answered in %.1f s, %,.0f bytes of the store each;"
                    + " a refresh took at p99 %.1f ms before and %.1f ms in the flood.",
                alone.latencies().getTotalCount(),
                alone.seconds(),
                (double) grown / Math.max(1, alone.latencies().getTotalCount()),
                before.micros(99) / 1e3,
                refreshesInFlood.micros(99) / 1e3));
  }

  private List<LoadResult> drive(Load... loads) {
    List<LoadResult> seen = LoadDriver.run(List.of(loads), Optional.empty(), until).loads();
    seen.forEach(each -> each.firstError().ifPresent(trial.meter()::print));
    return seen;
  }

  private Load flood() {
    return Load.of(
        trial
            .meter()
            .callers(i ->
                SimpleCaller.always(
                    trial.calls().address(), arrival, AuthorizeFloodScenario::redirectsToSignIn)),
        new Pace.ClosedLoop());
  }

  private static boolean redirectsToSignIn(Answer answer) {
    return answer.status() == 302
        && answer.all("Location").getFirst().startsWith("/sign-in?request=");
  }

  private static Load refreshes(List<RefreshCaller> callers) {
    return Load.of(callers, new Pace.ConstantRate(REFRESHES_PER_SECOND));
  }

  private IssuedPair pair() {
    return trial
        .stock()
        .takePair()
        .orElseThrow(() -> new HostFault("the stock of pairs is used up"));
  }

  /** Leaves refused refreshes out of the errors, because an aim of its own counts them. */
  private static Measurement measurementOf(LoadResult seen) {
    return Measurement.of(seen).withErrors(-seen.errors());
  }

  private static double share(LoadResult seen) {
    long answered = seen.latencies().getTotalCount();
    return 100.0 * answered / Math.max(1, answered + seen.errors());
  }
}
