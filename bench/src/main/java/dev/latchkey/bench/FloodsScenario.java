package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import dev.latchkey.load.Connection;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Loopback;
import dev.latchkey.load.Pace;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Floods of a page that needs no session. An attacker at one address sends on many connections, as
 * fast as the server answers. Other people sign in from twenty other addresses, each time on a new
 * connection.
 */
final class FloodsScenario {
  private static final int HOSTILE_CONNECTIONS = 70;
  private static final int HOSTILE_NETWORK = 5;
  private static final int OTHERS = 20;
  private static final int OTHERS_NETWORK = 6;
  private static final double SIGN_INS_PER_SECOND = 5;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration TIME = Duration.ofSeconds(20);
  private static final double KIBIBYTE = 1_024;

  private final Trial trial;
  private final Browser.SignInPage page;

  private FloodsScenario(Trial trial) {
    this.trial = trial;
    this.page = Browser.arrive(trial.calls().address());
  }

  /** What the attacker sends. */
  private enum Kind {
    /** Attempts to sign in, each for another account that does not exist. */
    SIGN_INS,

    /** Requests for a reset link, each for another account that does not exist. */
    RESET_LINKS,

    /** Returns from a sign-in at another service that was not begun at this server. */
    CALLBACKS;

    byte[] request(Browser.SignInPage page, long number) {
      String email = "nobody" + number + "@example.com";
      return switch (this) {
        case SIGN_INS -> page.signInRequest(email, "a guess");
        case RESET_LINKS -> page.filled("/forgot-password", "email=" + Browser.encoded(email));
        case CALLBACKS ->
            page.address().get("/sign-in/back/" + BenchStore.PROVIDER + "?state=" + number);
      };
    }

    /**
     * Whether this is an allowed answer to an attacker: a refusal, or the answer that the server
     * gives to every request for a reset link.
     */
    boolean isRight(int status) {
      return switch (this) {
        case SIGN_INS -> status == 401 || status == 429 || status == 503;
        case RESET_LINKS -> status == 200 || status == 429;
        case CALLBACKS -> status == 400 || status == 429;
      };
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  static void run(Trial trial) {
    new FloodsScenario(trial).run();
  }

  private void run() {
    Result former = trial.meter().full(Target.get("floods", trial.subject().process()), checks());
    LoadDriver.run(others(), LoadDriver.Until.elapsed(trial.plan().duration()));
    LoadResult before = LoadDriver.run(others(), LoadDriver.Until.elapsed(TIME));
    trial.report().add(Result.of("floods", "none", measurementOf(before, 0)));
    for (Kind kind : Kind.values()) {
      if (isServed(kind)) {
        flood(kind);
        var recovery = Recovery.of(this::checks, former.max().perSecond());
        trial.report().add(recovery.aim("after a flood of " + kind));
      } else {
        trial.report().note("This server has no page for a flood of %s.".formatted(kind));
      }
    }
  }

  private void flood(Kind kind) {
    trial.meter().printName("floods: " + kind);
    var attacker = new Attacker(kind, page);
    OptionalLong bytesBefore = trial.subject().storeBytes();
    LoadResult others =
        LoadDriver.run(
                List.of(others(), hostile(attacker)),
                Optional.empty(),
                LoadDriver.Until.elapsed(TIME))
            .loads()
            .getFirst();
    trial.report().add(Result.of("floods", kind.toString(), measurementOf(others, attacker.wrong)));
    trial
        .report()
        .add(
            Aim.atLeast(
                "sign-ins of others within 2 s in a flood of " + kind, share(others), 95, " %"));
    trial.report().note(summary(attacker, bytesBefore, others));
  }

  private Load others() {
    BenchIdentity identity = trial.calls().identity();
    byte[] signIn = page.signInRequest(identity.email(), identity.password());
    List<SourceAddressCaller> callers =
        Loopback.addresses(OTHERS_NETWORK, OTHERS).stream()
            .map(from -> new SourceAddressCaller(from, signingIn(signIn)))
            .toList();
    return Load.of(callers, new Pace.ConstantRate(SIGN_INS_PER_SECOND))
        .withConnections(Load.Connections.ONE_PER_REQUEST)
        .withTimeout(TIMEOUT);
  }

  private SimpleCaller signingIn(byte[] signIn) {
    return SimpleCaller.always(page.address(), signIn, answer -> answer.status() == 303);
  }

  private static Load hostile(Attacker attacker) {
    InetAddress from = Loopback.addresses(HOSTILE_NETWORK, 1).getFirst();
    return Load.of(
        Stream.generate(() -> new SourceAddressCaller(from, attacker))
            .limit(HOSTILE_CONNECTIONS)
            .toList(),
        new Pace.ClosedLoop());
  }

  private List<IntrospectCaller> checks() {
    return trial.meter().callers(i -> new IntrospectCaller(trial.calls(), trial.stock(), i));
  }

  private boolean isServed(Kind kind) {
    try (Connection connection = Connection.open(page.address())) {
      return kind.isRight(connection.ask(kind.request(page, 0)).status());
    } catch (IOException broken) {
      throw new HostFault("the server does not answer", broken);
    }
  }

  /**
   * Counts only wrong answers to the flood as errors. Refused sign-ins of other people have an aim
   * of their own.
   */
  private static Measurement measurementOf(LoadResult others, long wrong) {
    return Measurement.of(others).withErrors(wrong - others.errors());
  }

  private static double share(LoadResult seen) {
    long in = seen.latencies().getTotalCount();
    return 100.0 * in / Math.max(1, in + seen.errors());
  }

  private String summary(Attacker attacker, OptionalLong bytesBefore, LoadResult others) {
    OptionalLong bytesNow = trial.subject().storeBytes();
    String grown =
        bytesBefore.isPresent() && bytesNow.isPresent()
            ? String.format(
                Locale.ROOT,
                "; the store grew by %,.0f KiB",
                (bytesNow.getAsLong() - bytesBefore.getAsLong()) / KIBIBYTE)
            : "";
    return String.format(
        Locale.ROOT,
        "Flood of %s: answers by status %s%s. A sign-in of others took %.0f ms at p50.",
        attacker.kind,
        attacker.answers,
        grown,
        others.micros(50) / 1e3);
  }

  /** The attacker. One instance is shared by all connections of the flood. */
  private static final class Attacker implements Caller {
    private final Kind kind;
    private final Browser.SignInPage page;
    private final Map<Integer, Integer> answers = new TreeMap<>();
    private long asked;
    private long wrong;

    Attacker(Kind kind, Browser.SignInPage page) {
      this.kind = kind;
      this.page = page;
    }

    @Override
    public Address address() {
      return page.address();
    }

    @Override
    public Optional<byte[]> next() {
      return Optional.of(kind.request(page, asked++));
    }

    @Override
    public boolean isRight(Answer answer) {
      answers.merge(answer.status(), 1, Integer::sum);
      boolean right = kind.isRight(answer.status());
      wrong += right ? 0 : 1;
      return right;
    }
  }
}
