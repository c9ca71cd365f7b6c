package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.Postgres;
import dev.latchkey.bench.host.ShiftedClock;
import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.bench.store.SizeFiller;
import dev.latchkey.bench.store.StoreSize;
import dev.latchkey.bench.store.StoreStatistics;
import dev.latchkey.cli.Cli;
import dev.latchkey.host.HostFault;
import dev.latchkey.host.TemporaryDirectory;
import dev.latchkey.load.Connection;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.LoadResult;
import dev.latchkey.load.Pace;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Measures a server on a store at size: checks beside refreshes, pages and consents beside both,
 * the purge, the revocation of everything of the largest organization, and a node whose clock is
 * wrong.
 */
final class SizeBenchmark {
    private static final int CHECKING = 64;
    private static final int REFRESHING = 32;
    private static final int MAX_EXPIRED = 100_000;
    private static final Duration AHEAD = Duration.ofHours(1);

    private static final long BETWEEN_LOOKS_NANOS = 250_000_000;
    private static final long AFTER_REVOCATION_NANOS = 2_000_000_000;

    private final SizedStore.Wanted wanted;
    private final Plan plan;
    private final Cores cores;
    private final Report report;
    private final PrintStream progress;

    /**
     * @param busy how many tokens are checked
     * @param refreshes how many refreshes a second there are beside everything else
     * @param seconds how long checks are measured beside refreshes; 0 if the store is only filled
     * @param runs how often each page is measured
     * @param consents how many consents are measured
     * @param untilPurge how long to wait for the purge, which the server starts once a minute
     */
    record Plan(
            int busy,
            int refreshes,
            double seconds,
            int runs,
            int consents,
            Duration untilPurge) {
        Duration all() {
            return Duration.ofMillis((long) (seconds * 1_000));
        }

        /** For what needs no longer measurement. */
        Duration part() {
            return all().dividedBy(20);
        }

        /** More than a run refreshes. */
        long refreshesOfRun() {
            return (long) (refreshes * (3 * seconds + 600));
        }
    }

    SizeBenchmark(
            SizedStore.Wanted wanted,
            Plan plan,
            Cores cores,
            Report report,
            PrintStream progress) {
        this.wanted = wanted;
        this.plan = plan;
        this.cores = cores;
        this.report = report;
        this.progress = progress;
    }

    void run() {
        try (SizedStore store = SizedStore.open(wanted, cores, progress);
                StartedServer upstream =
                        StartedServer.fixed(cores::forLoad, FixedAnswer.INTROSPECTION_BYTES)) {
            if (plan.seconds() == 0) {
                report.note("The store is filled.");
                return;
            }
            cores.pinToLoad();
            if (wanted.isPostgres()) {
                report.note("Settings of PostgreSQL: " + Postgres.settings() + ".");
            }
            new Run(store, upstream, store.takeRun()).all();
        } finally {
            cores.unpin();
        }
    }

    private final class Run {
        private final SizedStore sized;
        private final BenchStore store;
        private final StartedServer upstream;
        private final int number;
        private final SizedTokens tokens;
        private StartedServer server;

        Run(SizedStore sized, StartedServer upstream, int number) {
            this.sized = sized;
            this.store = sized.store();
            this.upstream = upstream;
            this.number = number;
            this.tokens =
                    new SizedTokens(
                            sized.values(), plan.busy(), number * plan.refreshesOfRun(), number);
            this.server = start();
        }

        private StartedServer start() {
            return store.serveWithMetrics(cores::forServer, upstream.address());
        }

        void all() {
            try {
                reportSizes();
                fillCache();
                attempt("pages", () -> pages("rest"));
                attempt("the log", this::log);
                checks();
                attempt("consents", () -> beside("consents", this::consents));
                attempt("pages", () -> beside("pages", () -> pages("beside")));
                attempt("the purge", this::purge);
                attempt("the revocation", this::revoke);
                attempt("a wrong clock", this::clock);
            } finally {
                server.close();
            }
        }

        /** A long run reports what it has measured, even if one measurement fails. */
        private void attempt(String what, Runnable measurement) {
            try {
                measurement.run();
            } catch (HostFault fault) {
                report.fail("not measured: " + what + ", because " + fault.getMessage());
            }
        }

        private void checks() {
            LoadResult before = rest("size-rest-before");
            List<LoadResult> beside = besideRefreshes();
            LoadResult after = rest("size-rest-after");
            report.add(
                    Aim.atLeast(
                            "checks beside refreshes: rate as a share of that at rest",
                            2 * beside.getFirst().perSecond()
                                    / (before.perSecond() + after.perSecond()),
                            0.9,
                            ""));
        }

        private Calls calls() {
            return new Calls(server.address(), store.identity());
        }

        private void reportSizes() {
            StoreStatistics statistics = store.statistics();
            StoreSize size = sized.values().size();
            double pair = (double) statistics.bytesOf("pairs") / size.pairs();
            double grant = (double) statistics.bytesOf("grants") / size.grants();
            double entry = (double) statistics.bytesOf("audit") / size.audit();
            report.add("a pair with its indexes", pair, " bytes");
            report.add("a grant with its indexes", grant, " bytes");
            report.add("an entry of the audit log with its indexes", entry, " bytes");
            report.add(
                    "an active token on disk: its pair, its grant and "
                            + StoreSize.ROTATED
                            + " rotated pair",
                    pair * (1 + StoreSize.ROTATED) + grant,
                    " bytes");
            report.add("the whole store", statistics.bytes() / 1e9, " GB");
        }

        /** Checks every busy token once. */
        private void fillCache() {
            progress.println("checking each of " + plan.busy() + " tokens");
            LoadDriver.run(refreshes(100), LoadDriver.Until.elapsed(Duration.ofSeconds(1)));
            OptionalLong before = server.process().liveHeapBytes();
            LoadResult first =
                    add(
                            "size-first",
                            "once",
                            LoadDriver.run(
                                    Load.of(
                                            tokens.eachOnce(calls(), tokens.busy(), CHECKING),
                                            new Pace.ClosedLoop()),
                                    LoadDriver.Until.elapsed(Duration.ofMinutes(10))));
            OptionalLong filled = server.process().liveHeapBytes();
            if (before.isPresent() && filled.isPresent()) {
                report.add(
                        "a token in the memory of a node",
                        (double) (filled.getAsLong() - before.getAsLong())
                                / Math.max(1, first.latencies().getTotalCount()),
                        " bytes");
            }
        }

        private LoadResult rest(String name) {
            progress.println(name);
            LoadDriver.run(checks(tokens.busy()), LoadDriver.Until.elapsed(plan.part()));
            return add(
                    name,
                    "full",
                    LoadDriver.run(checks(tokens.busy()), LoadDriver.Until.elapsed(plan.part())));
        }

        private LoadResult add(String name, String load, LoadResult seen) {
            seen.firstError().ifPresent(why -> progress.println("  " + why));
            report.add(Result.of(name, load, Measurement.of(seen)));
            return seen;
        }

        private Load checks(long[] grants) {
            Calls calls = calls();
            return Load.of(
                    IntStream.range(0, CHECKING)
                            .mapToObj(i -> tokens.check(calls, grants, i))
                            .toList(),
                    new Pace.ClosedLoop());
        }

        private Load refreshes(double perSecond) {
            Calls calls = calls();
            return Load.of(
                    IntStream.range(0, REFRESHING).mapToObj(i -> tokens.refresh(calls)).toList(),
                    new Pace.ConstantRate(perSecond));
        }

        /** The log of a refresh, while nothing else is sent. */
        private void log() {
            progress.println("size-refresh");
            StoreStatistics statistics = store.statistics();
            if (wanted.isPostgres()) {
                statistics.checkpoint();
            }
            long logBefore = written(statistics);
            LoadResult first = refresh();
            long logAfter = written(statistics);
            report.add(
                    wanted.isPostgres()
                            ? "a refresh after a checkpoint, in the log"
                            : "a refresh, written to the disk",
                    (double) (logAfter - logBefore) / first.latencies().getTotalCount(),
                    " bytes");
        }

        private LoadResult refresh() {
            return add(
                    "size-refresh",
                    plan.refreshes() + "/s",
                    LoadDriver.run(
                            refreshes(plan.refreshes()), LoadDriver.Until.elapsed(plan.part())));
        }

        /** The log of PostgreSQL, or what the process of SQLite has written. */
        private long written(StoreStatistics statistics) {
            return wanted.isPostgres()
                    ? statistics.logBytes()
                    : server.process().writtenBytes().orElse(0);
        }

        private List<LoadResult> besideRefreshes() {
            progress.println("size-beside, " + Math.round(plan.seconds()) + " s");
            StoreStatistics statistics = store.statistics();
            List<Load> loads = List.of(checks(tokens.busy()), refreshes(plan.refreshes()));
            long logBefore = written(statistics);
            List<LoadResult> all = run(loads, plan.all().minus(plan.part()));
            ServerMetrics metrics = ServerMetrics.of(server);
            long lookUps = metrics.lookUps();
            LoadResult last = run(loads, plan.part()).getFirst();
            double missed =
                    (double) (metrics.lookUps() - lookUps) / last.latencies().getTotalCount();
            add("size-checks", "beside", all.getFirst());
            add("size-refreshes", "beside", all.getLast());
            report.add(
                    Aim.atLeast(
                            "checks of unchanged tokens answered from the cache at the end",
                            1 - missed,
                            0.99,
                            ""));
            report.add(
                    "a refresh beside checks, "
                            + (wanted.isPostgres() ? "in the log" : "written to the disk"),
                    (double) (written(statistics) - logBefore)
                            / (all.getLast().latencies().getTotalCount()
                                    + plan.part().toSeconds() * plan.refreshes()),
                    " bytes");
            return all;
        }

        private List<LoadResult> run(List<Load> loads, Duration time) {
            return LoadDriver.run(loads, Optional.empty(), LoadDriver.Until.elapsed(time)).loads();
        }

        /** Measures something beside checks and refreshes. */
        private void beside(String what, Runnable measured) {
            progress.println("size-" + what);
            try (BesideLoad load =
                    BesideLoad.start(
                            List.of(checks(tokens.busy()), refreshes(plan.refreshes())))) {
                measured.run();
                note(what, load.stop());
            }
        }

        /** A wrong answer of the load makes the run fail. */
        private void note(String what, List<List<LoadResult>> windows) {
            long errors =
                    windows.stream()
                            .flatMap(List::stream)
                            .mapToLong(result -> {
                                result.firstError().ifPresent(why -> progress.println("  " + why));
                                return result.errors();
                            })
                            .sum();
            double perSecond =
                    windows.stream().mapToDouble(each -> each.getFirst().perSecond()).average()
                            .orElse(0);
            report.note(
                    String.format(
                            Locale.ROOT,
                            "Beside %s there were %,.0f checks a second and %d wrong answers.",
                            what,
                            perSecond,
                            errors));
        }

        private void consents() {
            var micros = new Histogram(3);
            Browser browser = Browser.signIn(calls());
            try (Connection connection = Connection.open(server.address())) {
                for (int i = 0; i < plan.consents(); i++) {
                    byte[] approval = browser.approval(connection, store.identity());
                    long start = System.nanoTime();
                    Browser.expect(303, connection.ask(approval));
                    micros.recordValue((System.nanoTime() - start) / 1_000);
                }
            } catch (IOException broken) {
                throw new HostFault("consents cannot be measured", broken);
            }
            report.add(
                    Aim.atMost(
                            "a consent beside checks and refreshes, p99",
                            micros.getValueAtPercentile(99) / 1e3,
                            20,
                            " ms"));
            report.add("a consent, p50", micros.getValueAtPercentile(50) / 1e3, " ms");
        }

        private void pages(String load) {
            progress.println("pages, " + load);
            Browser browser = Browser.signIn(calls());
            try (Connection connection = Connection.open(server.address())) {
                var place =
                        new PageTimes.Place(
                                sized.values().organization(0).value(),
                                sized.values().largestClient(0).value(),
                                sized.values().smallestClient(0).value(),
                                sized.values().size().audit(),
                                LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC));
                var times = new PageTimes(place, browser, connection, plan.runs());
                for (Result result : times.all(load)) {
                    report.add(result);
                    if (load.equals("beside")) {
                        report.add(
                                Aim.atMost(
                                        result.name() + ", p99",
                                        result.max().p99Micros() / 1e3,
                                        200,
                                        " ms"));
                    }
                }
                times.slowest().forEach(line -> report.note("Slow (" + load + "): " + line));
            } catch (IOException broken) {
                throw new HostFault("the pages cannot be measured", broken);
            }
        }

        private void purge() {
            progress.println("size-purge");
            int expired = (int) Math.min(MAX_EXPIRED, sized.values().size().pairs() / 10);
            server.close();
            new SizeFiller(store.place(), sized.values(), progress)
                    .addExpiredPairs((long) number * MAX_EXPIRED, expired);
            server = start();
            StoreStatistics statistics = store.statistics();
            Instant now = Instant.now();
            try (BesideLoad load =
                    BesideLoad.start(
                            List.of(checks(tokens.busy()), refreshes(plan.refreshes())))) {
                long all = statistics.expiredPairs(now);
                long before = await(() -> statistics.expiredPairs(now), left -> left < all);
                long start = System.nanoTime();
                long after = before;
                double seconds = 0;
                while (after > 0 && seconds < Math.max(10, plan.seconds() / 10)) {
                    LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
                    after = statistics.expiredPairs(now);
                    seconds = (System.nanoTime() - start) / 1e9;
                }
                List<List<LoadResult>> windows = load.stop();
                double refreshed =
                        windows.stream()
                                .mapToDouble(each -> each.getLast().perSecond())
                                .average()
                                .orElse(0);
                double purged = before < all ? (before - after) / seconds : Double.NaN;
                report.add("pairs purged a second", purged, "/s");
                report.add(
                        Aim.atLeast(
                                "pairs purged, of those that refreshes add",
                                purged / refreshed,
                                2,
                                ""));
                note("the purge", windows);
            }
        }

        private interface Counting {
            long count();
        }

        private interface Expected {
            boolean isReached(long count);
        }

        /** Waits for the purge, but no longer than its interval. */
        private long await(Counting counting, Expected expected) {
            long start = System.nanoTime();
            long count = counting.count();
            while (!expected.isReached(count)
                    && System.nanoTime() - start < plan.untilPurge().toNanos()) {
                LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
                count = counting.count();
            }
            return count;
        }

        /**
         * Revokes everything of the largest organization with the command, and checks its tokens
         * meanwhile. The time begins with the command, so it contains the opening of the store.
         */
        private void revoke() {
            progress.println("size-revoke");
            int organization = number;
            long[] ended = tokens.busy(organization, true);
            long[] others = tokens.busy(organization, false);
            tokens.leaveOut(organization);
            var watch = new RevocationWatch(calls(), ended, tokens);
            List<Load> loads =
                    List.of(
                            checks(others),
                            refreshes(plan.refreshes()),
                            Load.of(List.of(watch), new Pace.ClosedLoop()));
            try (BesideLoad load = BesideLoad.start(loads)) {
                long began = System.nanoTime();
                revokeWithCommand(organization);
                double whole = (System.nanoTime() - began) / 1e9;
                LockSupport.parkNanos(AFTER_REVOCATION_NANOS);
                List<List<LoadResult>> windows = load.stop();
                report.add(
                        Aim.atMost(
                                String.format(
                                        Locale.ROOT,
                                        "last active check after \"revoke everything\" for the"
                                                + " largest organization (%,d grants)",
                                        sized.values().grantsOf(organization)),
                                (watch.lastActiveNanos() - began) / 1e9,
                                1,
                                " s"));
                report.add("the command that revokes everything", whole, " s");
                note("the revocation", windows);
            }
            report.add(
                    Aim.atMost(
                            "tokens that are active after the revocation",
                            watch.stillActive(),
                            0,
                            ""));
        }

        private void revokeWithCommand(int organization) {
            var arguments =
                    new ArrayList<>(
                            List.of(
                                    "token",
                                    "revoke",
                                    "--yes",
                                    "--json",
                                    "--organization",
                                    sized.values().organization(organization).value(),
                                    "--data",
                                    store.directory().toString()));
            store.database().ifPresent(url -> arguments.addAll(List.of("--database", url)));
            PrintStream out = System.out;
            System.setOut(progress);
            try {
                if (Cli.run(arguments.toArray(String[]::new)) != 0) {
                    throw new HostFault("the command that revokes everything has failed");
                }
            } finally {
                System.setOut(out);
            }
        }

        /** A second node, whose clock is ahead, on the same database. SQLite has one node only. */
        private void clock() {
            if (!wanted.isPostgres()) {
                report.note("A node with a wrong clock: needs a second node, so not on SQLite.");
                return;
            }
            progress.println("size-clock");
            StoreStatistics statistics = store.statistics();
            Instant now = Instant.now();
            long before = statistics.pairsThatExpire(now, now.plus(AHEAD));
            try (TemporaryDirectory directory = TemporaryDirectory.make();
                    StartedServer ahead =
                            store.serve(
                                    ShiftedClock.aheadBy(AHEAD, directory.path())::before,
                                    upstream.address())) {
                long after =
                        await(
                                () -> statistics.pairsThatExpire(now, now.plus(AHEAD)),
                                left -> left < before);
                int ready = readiness(ahead);
                report.add(
                        Aim.atMost(
                                String.format(
                                        Locale.ROOT,
                                        "a node whose clock is an hour ahead: deleted of %,d pairs"
                                                + " that expire in this hour",
                                        before),
                                before - after,
                                0,
                                ""));
                report.add(
                        Aim.atLeast("its readiness, status", ready, 503, ""));
            }
        }

        private static int readiness(StartedServer node) {
            try (Connection connection = Connection.open(node.address())) {
                return connection.ask(node.address().get("/health/ready")).status();
            } catch (IOException broken) {
                throw new HostFault("the second node cannot be reached", broken);
            }
        }
    }
}
