package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import dev.latchkey.bench.store.Batch;
import dev.latchkey.bench.store.DerivedValues;
import dev.latchkey.load.LoadResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Measures introspection, which precedes every call (contract 4.4, 4.5). */
final class IntrospectScenario {
  /** Well-formed tokens that were never issued. */
  private static final DerivedValues NEVER_ISSUED = new DerivedValues(~0L);

  /**
   * How many garbage tokens are sent for each second of the plan: a million in the two seconds of
   * the default.
   */
  private static final long GARBAGE_PER_SECOND = 500_000;

  private static final long FORGED = 50_000;

  /**
   * So few ended tokens that the warm-up checks each of them. First checks of a token are measured
   * separately.
   */
  private static final long ENDED = 40_000;

  private IntrospectScenario() {}

  /**
   * Checks of active tokens: by POST from many clients, which resource servers send most, and by
   * GET. Every token has been checked once before, as on a server that has been up for a while.
   */
  static void active(Trial trial) {
    Optional<ServerProcess> process = trial.subject().process();
    Meter meter = trial.meter();
    Result first = askFirst(trial);
    meter.sendUpTo(trial.stock().clientTokens(), PostIntrospectCaller.eachOnce(trial));
    Result post =
        meter.result(Target.post("introspect-post", process), PostIntrospectCaller.ofAny(trial));
    Result get =
        meter.result(
            Target.get("introspect", process),
            meter.callers(i -> new IntrospectCaller(trial.calls(), trial.stock(), i)));
    Report report = trial.report();
    report.add(post.detailed());
    report.add(get.detailed().withStore(trial.subject().storeBytes()));
    report.add(first);
    compare(report, post, "checks by POST", 0.65);
    compare(report, get, "checks by GET", 0.75);
    WrkComparison.ask(trial);
  }

  private static void compare(Report report, Result result, String what, double least) {
    result
        .baseline(BaselineServers.NETTY)
        .ifPresent(netty -> {
          report.add(
              Aim.atLeast(
                      what + ", of the rate of Netty's fixed answer",
                      result.max().perSecond() / netty.perSecond(),
                      least,
                      "")
                  .unless(netty.objection()));
          report.add(
              Aim.atMost(
                      "p99 of %s, of that of Netty's fixed answer".formatted(what),
                      result.max().p99Micros() / netty.p99Micros(),
                      2,
                      "")
                  .unless(netty.objection()));
        });
  }

  private static Result askFirst(Trial trial) {
    TokenStock stock = trial.stock();
    List<IntrospectCaller> callers = IntrospectCaller.eachOnce(trial.meter(), trial.calls(), stock);
    Result first = trial.meter().once("introspect-first", trial.subject().process(), callers);
    String note =
        String.format(
            Locale.ROOT,
            "First checks, cold: %,.0f/s, %,d of %,d active tokens.",
            first.max().perSecond(),
            callers.stream().mapToLong(IntrospectCaller::asked).sum(),
            stock.activeTokens());
    trial.meter().print(note);
    trial.report().note(note);
    return first;
  }

  /**
   * Checks of ended tokens, and then of tokens that were never issued. The latter have no warm-up
   * and no aim.
   */
  static void inactive(Trial trial) {
    Optional<ServerProcess> process = trial.subject().process();
    report(
        trial,
        trial
            .meter()
            .full(
                Target.get("introspect-dead", process),
                callers(trial, random -> ended(trial, random))));
    var left = new AtomicLong(FORGED);
    List<SimpleCaller> callers =
        trial.meter().callers(i -> caller(trial, () -> forged(left.getAndDecrement())));
    trial.report().add(trial.meter().once("introspect-forged", process, callers));
  }

  /**
   * Checks of strings that are not tokens. The server must refuse them by their form, without a
   * read of the store.
   */
  static void garbage(Trial trial) {
    var asked = new AtomicLong();
    List<SimpleCaller> callers =
        callers(
            trial,
            random -> {
              asked.incrementAndGet();
              return garbage(random);
            });
    Optional<ManagedServer> managed = trial.subject().managed();
    long before = managed.map(ManagedServer::lookUps).orElse(0L);
    Meter meter = trial.meter();
    Result result =
        meter.full(Target.get("introspect-garbage", trial.subject().process()), callers);
    long most = GARBAGE_PER_SECOND * trial.plan().duration().toSeconds();
    LoadResult rest = meter.sendUpTo(Math.max(0, most - asked.get()), callers);
    report(trial, result.withErrors(rest.errors()));
    managed.ifPresent(there ->
        trial
            .report()
            .add(
                Aim.atMost(
                    String.format(
                        Locale.ROOT, "store reads caused by %,d garbage tokens", asked.get()),
                    (double) there.lookUps() - before,
                    0,
                    "")));
  }

  private static List<SimpleCaller> callers(Trial trial, Function<RandomGenerator, String> tokens) {
    return trial
        .meter()
        .callers(i -> {
          var random = new SplittableRandom(i);
          return caller(trial, () -> Optional.of(tokens.apply(random)));
        });
  }

  private static SimpleCaller caller(Trial trial, Supplier<Optional<String>> tokens) {
    Calls calls = trial.calls();
    return new SimpleCaller(
        calls.address(), () -> tokens.get().map(calls::introspect), IntrospectCaller::isInactive);
  }

  /** Adds a result, and compares it with the checks of active tokens in the same run. */
  private static void report(Trial trial, Result result) {
    Report report = trial.report();
    report.add(result.withStore(trial.subject().storeBytes()));
    report
        .find("introspect")
        .ifPresent(active ->
            report.add(
                Aim.atLeast(
                    result.name() + ", of the rate of active tokens",
                    result.max().perSecond() / active.max().perSecond(),
                    1,
                    "")));
  }

  private static String ended(Trial trial, RandomGenerator random) {
    long number = Batch.Kind.ENDED.number(random.nextLong(Math.min(ENDED, trial.plan().stock())));
    return trial.managed().store().derived().access(number).reveal();
  }

  /** A well-formed token, so that only the store can show that it was never issued. */
  private static Optional<String> forged(long number) {
    return number > 0 ? Optional.of(NEVER_ISSUED.access(number).reveal()) : Optional.empty();
  }

  private static String garbage(RandomGenerator random) {
    long number = random.nextLong();
    String token = NEVER_ISSUED.access(number).reveal();
    return switch (random.nextInt(6)) {
      case 0 -> token.substring(0, token.length() - 1) + (token.endsWith("0") ? "1" : "0");
      case 1 -> "lk_xx_" + token.substring(6);
      case 2 -> token.substring(0, 20 + random.nextInt(20));
      case 3 -> token + token.charAt(20);
      case 4 -> NEVER_ISSUED.refresh(number).reveal();
      default -> "eyJhbGciOiJub25lIn0." + token.substring(6) + ".";
    };
  }
}
