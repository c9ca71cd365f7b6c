package dev.latchkey.bench;

import dev.latchkey.bench.host.Wrk;
import dev.latchkey.load.Address;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Sends the same checks, and requests for the same fixed answer, with wrk. This shows whether
 * another load generator finds the same rates as the benchmark's own.
 */
final class WrkComparison {
  private static final int REQUESTS = 10_000;

  private WrkComparison() {}

  static void ask(Trial trial) {
    Optional<Wrk> wrk = Wrk.find(trial.cores()::forLoad);
    if (wrk.isEmpty()) {
      trial.report().note(Wrk.MISSING);
      return;
    }
    trial.meter().printName("wrk");
    for (Target.Method method : List.of(Target.Method.POST, Target.Method.GET)) {
      ask(trial, wrk.get(), method);
    }
  }

  private static void ask(Trial trial, Wrk wrk, Target.Method method) {
    Address netty = trial.baselines().address(BaselineServers.NETTY);
    var effort = new Wrk.Effort(trial.plan().duration(), trial.plan().connections());
    OptionalDouble before = wrk.perSecond(netty, requests(trial, netty, method), effort);
    Address product = trial.calls().address();
    OptionalDouble checks = wrk.perSecond(product, requests(trial, product, method), effort);
    OptionalDouble after = wrk.perSecond(netty, requests(trial, netty, method), effort);
    trial
        .report()
        .note(
            "wrk, by %s: %s checks/s; Netty's fixed answer %s/s before and %s/s after."
                .formatted(method, text(checks), text(before), text(after)));
  }

  private static String text(OptionalDouble rate) {
    return rate.isPresent()
        ? String.format(Locale.ROOT, "%,.0f", rate.getAsDouble())
        : "(wrong answers)";
  }

  private static List<byte[]> requests(Trial trial, Address address, Target.Method method) {
    var calls = new Calls(address, trial.calls().identity());
    TokenStock stock = trial.stock();
    var random = new SplittableRandom(0);
    return IntStream.range(0, REQUESTS)
        .mapToObj(i ->
            switch (method) {
              case GET -> calls.introspect(stock.access(random.nextLong(stock.activeTokens())));
              case POST ->
                  calls.introspect(stock.clientToken(random.nextLong(stock.clientTokens())));
            })
        .toList();
  }
}
