package dev.latchkey.bench;

import dev.latchkey.bench.host.ComparedNginx;
import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.FixedServer;
import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * A call through the gateway with an active token and the right scope, and the same call to the
 * same service through nginx and directly (contract 4.4).
 */
final class GatewayScenario {
  /**
   * The constant rate, as a share of the full rate. Calls that come one by one cost twice the
   * processor time of calls that wait in a queue, in the gateway and in nginx. So at half of the
   * full rate the processor would already be nearly full.
   */
  private static final double SHARE = 0.3;

  /**
   * The number of tokens in use at the same time. The gateway signs an assertion for the service
   * once for each token and reuses it for twenty seconds. So a token that is seldom used costs a
   * signature for each call.
   */
  private static final long BUSY_TOKENS = 1_000;

  private static final double OF_NGINX = 0.75;
  private static final double ADDED_MICROS = 100;
  private static final int MAX_TRIES = 3;

  private static final Predicate<Answer> RIGHT =
      SimpleCaller.exactly(FixedAnswer.ofNetty(FixedAnswer.INTROSPECTION_BYTES).body());

  private final Trial trial;
  private final ManagedServer managed;
  private final List<Caller> directly;
  private final List<Caller> through;

  private GatewayScenario(Trial trial) {
    this.trial = trial;
    this.managed = trial.managed();
    this.directly = plainly(managed.upstream().address());
    this.through = withTokens(BUSY_TOKENS);
  }

  static void run(Trial trial) {
    var gateway = new GatewayScenario(trial);
    double rate = gateway.besideNginx();
    gateway.atRate(rate);
    trial
        .report()
        .add(
            gateway.full(
                "gateway-seldom",
                gateway.managed.server(),
                gateway.withTokens(trial.stock().activeTokens())));
    new LargeBodies(trial).run();
  }

  /** Measures the gateway and nginx at full load, and returns the rate of the gateway. */
  private double besideNginx() {
    Address upstream = managed.upstream().address();
    Optional<StartedServer> nginx =
        ComparedNginx.proxyFor(upstream, managed.store().directory(), trial.cores()::forServer);
    if (nginx.isEmpty()) {
      trial.report().note(ComparedNginx.MISSING);
      Result gateway = full("gateway", managed.server(), through);
      trial.report().add(gateway.withStore(managed.storeBytes()));
      return gateway.max().perSecond();
    }
    try (StartedServer served = nginx.get()) {
      List<Caller> callers = plainly(served.address());
      Result gateway = full("gateway", managed.server(), through);
      Result proxied = full("gateway-nginx", served, callers);
      Measurement before = proxied.max();
      Measurement run = again(managed.server(), through);
      Measurement after = again(served, callers);
      for (int i = 1; i < MAX_TRIES && moved(before, after); i++) {
        before = after;
        run = again(managed.server(), through);
        after = again(served, callers);
      }
      trial.report().add(gateway.withStore(managed.storeBytes()));
      trial.report().add(proxied);
      boolean pinned = trial.cores().canPin();
      compare(run, new Baseline("nginx's proxy_pass", before, after, pinned));
      return run.perSecond();
    }
  }

  private static boolean moved(Measurement before, Measurement after) {
    return Spread.of(before.perSecond(), after.perSecond()) > Baseline.MAX_SPREAD;
  }

  /**
   * Compares the gateway with nginx. The load and the service share a processor. If that processor
   * is full before nginx's is, the rates say little, and only the processor time of a call decides.
   */
  private void compare(Measurement run, Baseline nginx) {
    trial
        .report()
        .add(
            Aim.atLeast(
                    "gateway, of nginx's rate to the same service",
                    run.perSecond() / nginx.perSecond(),
                    OF_NGINX,
                    "")
                .unless(nginx.objection()));
    OptionalDouble ofGateway = run.cpuMicrosPerRequest();
    OptionalDouble ofNginx = nginx.before().cpuMicrosPerRequest();
    if (ofGateway.isPresent() && ofNginx.isPresent()) {
      trial
          .report()
          .add(
              Aim.atLeast(
                  "gateway, of nginx's calls in a second of processor time",
                  ofNginx.getAsDouble() / ofGateway.getAsDouble(),
                  OF_NGINX,
                  ""));
    }
  }

  /** Measures at the same constant rate: directly, through the gateway, and directly again. */
  private void atRate(double full) {
    double rate = SHARE * full;
    Measurement before = at(rate, managed.upstream(), directly);
    Measurement gateway = at(rate, managed.server(), through);
    Measurement after = at(rate, managed.upstream(), directly);
    double direct = (before.p50Micros() + after.p50Micros()) / 2;
    trial
        .report()
        .add(
            Result.of("gateway-direct", "full", again(managed.upstream(), directly))
                .and(new Result.AtRate(rate, after)));
    trial.report().add(Result.of("gateway", String.format(Locale.ROOT, "%.0f/s", rate), gateway));
    trial
        .report()
        .add(
            Aim.atMost(
                "the gateway adds at the median, to the service asked directly",
                gateway.p50Micros() - direct,
                ADDED_MICROS,
                " us"));
    trial
        .report()
        .note(
            String.format(
                Locale.ROOT,
                "At %.0f calls/s the gateway adds %.0f us at p50 and %.0f us at p99.",
                rate,
                gateway.p50Micros() - direct,
                gateway.p99Micros() - (before.p99Micros() + after.p99Micros()) / 2));
  }

  private Result full(String name, StartedServer served, List<Caller> callers) {
    return trial.meter().full(Target.get(name, Optional.of(served.process())), callers);
  }

  private Measurement again(StartedServer served, List<Caller> callers) {
    return trial.meter().measureAgain(Optional.of(served.process()), callers);
  }

  private Measurement at(double rate, StartedServer served, List<Caller> callers) {
    return trial.meter().atRate(rate, Optional.of(served.process()), callers).measured();
  }

  private List<Caller> plainly(Address address) {
    byte[] request = address.get(FixedServer.OPEN_PATH);
    return trial.meter().callers(i -> SimpleCaller.always(address, request, RIGHT));
  }

  /** Callers that pick a token at random from the first {@code tokens} ones. */
  private List<Caller> withTokens(long tokens) {
    Calls calls = trial.calls();
    TokenStock stock = trial.stock();
    return trial
        .meter()
        .callers(i -> {
          var random = new SplittableRandom(i);
          return new SimpleCaller(
              calls.address(),
              () ->
                  Optional.of(
                      calls.call(FixedServer.OPEN_PATH, stock.access(random.nextLong(tokens)))),
              RIGHT);
        });
  }
}
