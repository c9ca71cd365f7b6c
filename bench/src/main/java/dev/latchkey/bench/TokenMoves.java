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

/** The moves of contract 3 that a token makes: exchange, refresh, revoke. */
final class TokenMoves {
    private static final byte[] DONE = "{}".getBytes(StandardCharsets.US_ASCII);

    private TokenMoves() {}

    static void exchange(Trial trial) {
        Calls calls = trial.calls();
        Stock stock = trial.stock();
        Result result =
                trial.meter()
                        .result(
                                Target.post("exchange", trial.subject().process()),
                                trial.meter()
                                        .callers(i ->
                                                new Asking(
                                                        calls.address(),
                                                        () -> stock.takeCode().map(calls::exchange),
                                                        answer -> Pair.of(answer).isPresent())),
                                stock.codes() / Meter.MOST_LOADS);
        trial.report().add(result.withStore(trial.subject().storeBytes()));
    }

    static void refresh(Trial trial) {
        trial.resultOfPost(
                "refresh", trial.meter().callers(i -> new Refreshing(trial.calls(), pair(trial))));
    }

    /**
     * Afterwards, not counted, every token that was revoked must be inactive. Half of the stock is
     * left for others.
     */
    static void revoke(Trial trial) {
        List<String> revoked = new ArrayList<>();
        Calls calls = trial.calls();
        Result result =
                trial.meter()
                        .result(
                                Target.post("revoke", trial.subject().process()),
                                trial.meter()
                                        .callers(i ->
                                                new Asking(
                                                        calls.address(),
                                                        () ->
                                                                trial.stock()
                                                                        .takePair()
                                                                        .map(Pair::access)
                                                                        .map(token -> {
                                                                            revoked.add(token);
                                                                            return calls.revoke(
                                                                                    token);
                                                                        }),
                                                        Asking.exactly(DONE))),
                                trial.stock().pairs() / Meter.MOST_LOADS / 2);
        trial.meter().say("asking after every revoked token");
        trial.report()
                .add(
                        result.withStore(trial.subject().storeBytes())
                                .withErrors(active(trial, revoked)));
    }

    /** Revokes a token of the stock with each request. */
    static Caller revoking(Trial trial) {
        Calls calls = trial.calls();
        return new Asking(
                calls.address(),
                () -> trial.stock().takePair().map(Pair::access).map(calls::revoke),
                Asking.exactly(DONE));
    }

    /** How many of these tokens are still active. */
    static long active(Trial trial, List<String> tokens) {
        Calls calls = trial.calls();
        Iterator<String> each = tokens.iterator();
        Caller caller =
                new Asking(
                        calls.address(),
                        () ->
                                each.hasNext()
                                        ? Optional.of(calls.introspect(each.next()))
                                        : Optional.empty(),
                        Introspecting::isInactive);
        LoadResult seen =
                LoadDriver.run(
                        trial.meter().callers(i -> caller),
                        new Pace.ClosedLoop(),
                        LoadDriver.Until.elapsed(trial.plan().duration().multipliedBy(10)));
        seen.firstError().ifPresent(why -> trial.meter().say("after a revoke: " + why));
        return seen.errors() + (each.hasNext() ? 1 : 0);
    }

    static Pair pair(Trial trial) {
        return trial.stock()
                .takePair()
                .orElseThrow(() -> new HostFault("no tokens are left: raise --stock"));
    }
}
