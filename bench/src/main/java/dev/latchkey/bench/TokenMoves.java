package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import dev.latchkey.load.Caller;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Pace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Measures the operations of contract 3 that write tokens: exchange, refresh, revoke. */
final class TokenMoves {
  private static final byte[] DONE = "{}".getBytes(StandardCharsets.US_ASCII);

  private TokenMoves() {}

  static void exchange(Trial trial) {
    Calls calls = trial.calls();
    TokenStock stock = trial.stock();
    Result result =
        trial
            .meter()
            .result(
                Target.post("exchange", trial.subject().process()),
                trial
                    .meter()
                    .callers(i ->
                        new SimpleCaller(
                            calls.address(),
                            () -> stock.takeCode().map(calls::exchange),
                            answer -> IssuedPair.of(answer).isPresent())),
                stock.codes() / Meter.MAX_LOADS);
    trial.report().add(result.withStore(trial.subject().storeBytes()));
  }

  static void refresh(Trial trial) {
    trial.resultOfPost(
        "refresh", trial.meter().callers(i -> new RefreshCaller(trial.calls(), pair(trial))));
  }

  /**
   * Measures revocation. Afterwards every revoked token must be inactive; these checks are not part
   * of the measurement. Half of the stock is left for other scenarios.
   */
  static void revoke(Trial trial) {
    List<String> revoked = new ArrayList<>();
    Calls calls = trial.calls();
    Result result =
        trial
            .meter()
            .result(
                Target.post("revoke", trial.subject().process()),
                trial
                    .meter()
                    .callers(i ->
                        new SimpleCaller(
                            calls.address(),
                            () ->
                                trial
                                    .stock()
                                    .takePair()
                                    .map(IssuedPair::access)
                                    .map(token -> {
                                      revoked.add(token);
                                      return calls.revoke(token);
                                    }),
                            SimpleCaller.exactly(DONE))),
                trial.stock().pairs() / Meter.MAX_LOADS / 2);
    trial.meter().print("checking every revoked token");
    trial
        .report()
        .add(result.withStore(trial.subject().storeBytes()).withErrors(active(trial, revoked)));
  }

  /** A caller that revokes a token of the stock with each request. */
  static Caller revoking(Trial trial) {
    Calls calls = trial.calls();
    return new SimpleCaller(
        calls.address(),
        () -> trial.stock().takePair().map(IssuedPair::access).map(calls::revoke),
        SimpleCaller.exactly(DONE));
  }

  /** How many of these tokens are still active. */
  static long active(Trial trial, List<String> tokens) {
    Calls calls = trial.calls();
    Iterator<String> each = tokens.iterator();
    Caller caller =
        new SimpleCaller(
            calls.address(),
            () -> each.hasNext() ? Optional.of(calls.introspect(each.next())) : Optional.empty(),
            IntrospectCaller::isInactive);
    LoadResult seen =
        LoadDriver.run(
            trial.meter().callers(i -> caller),
            new Pace.ClosedLoop(),
            LoadDriver.Until.elapsed(trial.plan().duration().multipliedBy(10)));
    seen.firstError().ifPresent(why -> trial.meter().print("after a revoke: " + why));
    return seen.errors() + (each.hasNext() ? 1 : 0);
  }

  static IssuedPair pair(Trial trial) {
    return trial
        .stock()
        .takePair()
        .orElseThrow(() -> new HostFault("no tokens are left: raise --stock"));
  }
}
