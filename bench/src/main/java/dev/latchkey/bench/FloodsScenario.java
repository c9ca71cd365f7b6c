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
 * Somebody at one address floods a page that is open to everybody, on many connections and as fast
 * as it is answered. People sign in from twenty other addresses, each time on a new connection.
 */
final class Floods {
    private static final int HOSTILE_CONNECTIONS = 70;
    private static final int HOSTILE_NETWORK = 5;
    private static final int OTHERS = 20;
    private static final int OTHERS_NETWORK = 6;
    private static final double SIGN_INS_A_SECOND = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration TIME = Duration.ofSeconds(20);
    private static final double KIBIBYTE = 1_024;

    private final Trial trial;
    private final Browser.SignInPage page;

    private Floods(Trial trial) {
        this.trial = trial;
        this.page = Browser.arrive(trial.calls().address());
    }

    /** What the stranger sends. */
    private enum Kind {
        /** Another account with each request; none of them exists. */
        SIGN_INS,

        /** Requests for a reset link, each for another account; none of them exists. */
        RESET_LINKS,

        /** Returns from a sign-in elsewhere that was not begun here. */
        CALLBACKS;

        byte[] request(Browser.SignInPage page, long number) {
            String email = "nobody" + number + "@example.com";
            return switch (this) {
                case SIGN_INS -> page.attempt(email, "a guess");
                case RESET_LINKS ->
                        page.filled("/forgot-password", "email=" + Browser.encoded(email));
                case CALLBACKS ->
                        page.address()
                                .get("/sign-in/back/" + BenchStore.PROVIDER + "?state=" + number);
            };
        }

        /** Whether a server refuses it as it should, or says alike to everybody that it is done. */
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
        new Floods(trial).run();
    }

    private void run() {
        Result former =
                trial.meter().full(Target.get("floods", trial.subject().process()), checks());
        LoadDriver.run(others(), LoadDriver.Until.elapsed(trial.plan().duration()));
        LoadResult before = LoadDriver.run(others(), LoadDriver.Until.elapsed(TIME));
        trial.report().add(Result.of("floods", "none", judged(before, 0)));
        for (Kind kind : Kind.values()) {
            if (isServed(kind)) {
                flood(kind);
                var recovery = Recovery.of(this::checks, former.max().perSecond());
                trial.report().add(recovery.aim("after a flood of " + kind));
            } else {
                trial.report().note("Nothing here to flood with %s.".formatted(kind));
            }
        }
    }

    private void flood(Kind kind) {
        trial.meter().begin("floods: " + kind);
        var stranger = new Stranger(kind, page);
        OptionalLong bytesBefore = trial.subject().storeBytes();
        LoadResult others =
                LoadDriver.run(
                                List.of(others(), hostile(stranger)),
                                Optional.empty(),
                                LoadDriver.Until.elapsed(TIME))
                        .loads()
                        .getFirst();
        trial.report().add(Result.of("floods", kind.toString(), judged(others, stranger.wrong)));
        trial.report()
                .add(
                        Aim.atLeast(
                                "sign-ins of others within 2 s in a flood of " + kind,
                                share(others),
                                95,
                                " %"));
        trial.report().note(told(stranger, bytesBefore, others));
    }

    private Load others() {
        BenchIdentity identity = trial.calls().identity();
        byte[] signIn = page.attempt(identity.email(), identity.password());
        List<From> callers =
                Loopback.addresses(OTHERS_NETWORK, OTHERS).stream()
                        .map(from -> new From(from, signingIn(signIn)))
                        .toList();
        return Load.of(callers, new Pace.ConstantRate(SIGN_INS_A_SECOND))
                .withConnections(Load.Connections.ONE_PER_REQUEST)
                .withTimeout(PATIENCE);
    }

    private Asking signingIn(byte[] signIn) {
        return Asking.always(page.address(), signIn, answer -> answer.status() == 303);
    }

    private static Load hostile(Stranger stranger) {
        InetAddress from = Loopback.addresses(HOSTILE_NETWORK, 1).getFirst();
        return Load.of(
                Stream.generate(() -> new From(from, stranger)).limit(HOSTILE_CONNECTIONS).toList(),
                new Pace.ClosedLoop());
    }

    private List<Introspecting> checks() {
        return trial.meter().callers(i -> new Introspecting(trial.calls(), trial.stock(), i));
    }

    private boolean isServed(Kind kind) {
        try (Connection connection = Connection.open(page.address())) {
            return kind.isRight(connection.ask(kind.request(page, 0)).status());
        } catch (IOException broken) {
            throw new HostFault("the server does not answer", broken);
        }
    }

    /** What others were refused is an aim of its own; only wrong answers to the flood count. */
    private static Measured judged(LoadResult others, long wrong) {
        return Measured.of(others).withErrors(wrong - others.errors());
    }

    private static double share(LoadResult seen) {
        long in = seen.latencies().getTotalCount();
        return 100.0 * in / Math.max(1, in + seen.errors());
    }

    private String told(Stranger stranger, OptionalLong bytesBefore, LoadResult others) {
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
                stranger.kind,
                stranger.answers,
                grown,
                others.micros(50) / 1e3);
    }

    /** On all connections of the flood together. */
    private static final class Stranger implements Caller {
        private final Kind kind;
        private final Browser.SignInPage page;
        private final Map<Integer, Integer> answers = new TreeMap<>();
        private long asked;
        private long wrong;

        Stranger(Kind kind, Browser.SignInPage page) {
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
