package dev.latchkey.bench;

import dev.latchkey.bench.host.Postgres;
import dev.latchkey.bench.store.BareWriter;
import java.util.Locale;
import java.util.Optional;

/** What the store can do without us, in the same run, and what we make of it. */
final class Limit {
    private static final double OF_BARE_WRITER = 0.6;
    private static final double OF_INSERTS = 0.4;

    private final Trial trial;

    private Limit(Trial trial) {
        this.trial = trial;
    }

    static void run(Trial trial) {
        trial.meter().say("limits");
        trial.managed().stop();
        var limit = new Limit(trial);
        if (trial.managed().store().database().isEmpty()) {
            limit.ofSqlite();
        } else {
            Optional<Postgres> postgres = trial.managed().postgres();
            postgres.ifPresentOrElse(limit::ofPostgres, limit::unknown);
        }
        trial.managed().restart();
    }

    private void ofSqlite() {
        BenchStore store = trial.managed().store();
        var bare = new BareWriter(store.home(), store.derived());
        for (BareWriter.Move move : BareWriter.Move.values()) {
            double rate =
                    bare.perSecond(
                            store.directory(), move, trial.plan().stock(), trial.plan().duration());
            compare(move, "a bare SQLite writer", rate, OF_BARE_WRITER);
        }
    }

    /** pgbench has the server's processor, PostgreSQL the load's: the layout of the product. */
    private void ofPostgres(Postgres postgres) {
        double select = postgres.pointSelects(trial.cores()::measured, trial.plan().duration());
        double insert = postgres.inserts(trial.cores()::measured, trial.plan().duration());
        trial.report()
                .find("introspect")
                .ifPresent(live ->
                        trial.report()
                                .add(
                                        Aim.atLeast(
                                                named(
                                                        "introspect",
                                                        "pgbench's point selects",
                                                        select),
                                                live.max().perSecond() / select,
                                                1,
                                                "")));
        for (BareWriter.Move move : BareWriter.Move.values()) {
            compare(move, "pgbench's one-row inserts", insert, OF_INSERTS);
        }
    }

    private void unknown() {
        trial.report()
                .note(
                        "What this PostgreSQL can do by itself was not measured: that needs one that the benchmark starts.");
    }

    private void compare(BareWriter.Move move, String what, double limit, double least) {
        String name = move.name().toLowerCase(Locale.ROOT);
        trial.report()
                .find(name)
                .ifPresentOrElse(
                        result ->
                                trial.report()
                                        .add(
                                                Aim.atLeast(
                                                        named(name, what, limit),
                                                        result.max().perSecond() / limit,
                                                        least,
                                                        "")),
                        () ->
                                trial.report()
                                        .note(named(name, what, limit) + " (not measured here)"));
    }

    private static String named(String scenario, String what, double rate) {
        return String.format(Locale.ROOT, "%s, of %s in this run, %,.0f/s", scenario, what, rate);
    }
}
