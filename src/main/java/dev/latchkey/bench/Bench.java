package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.FixedServer;
import dev.latchkey.bench.host.Machine;
import dev.latchkey.bench.host.Served;
import dev.latchkey.bench.load.Caller;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/** Puts one scenario after the other to one server, beside a fixed answer of the same run. */
public final class Bench {
    private final Plan plan;
    private final PrintStream progress;
    private final Meter meter;
    private final Cores cores = Cores.ofThisMachine();

    public Bench(Plan plan, PrintStream progress) {
        this.plan = plan;
        this.progress = progress;
        this.meter = new Meter(plan, progress);
    }

    public Report run() {
        try (Subject subject = subject()) {
            cores.gather();
            var report = new Report(Machine.describe(cores), fixed());
            var trial = new Trial(plan, cores, subject, meter, report);
            plan.scenarios().stream().sorted().forEach(scenario -> scenario.run(trial));
            return report;
        }
    }

    private Subject subject() {
        return switch (plan.place()) {
            case Plan.Place.Running running -> Running.at(running, plan, progress);
            case Plan.Place.OwnSqlite sqlite ->
                    ManagedServer.start(Optional::empty, plan, cores, progress);
            case Plan.Place.OwnPostgres postgres ->
                    ManagedServer.start(Databases.of(postgres, cores), plan, cores, progress);
        };
    }

    private Result fixed() {
        try (Served fixed = Served.fixed(cores::measured)) {
            byte[] request = fixed.address().get(FixedServer.PATH);
            List<Caller> callers =
                    meter.callers(i ->
                            Asking.always(
                                    fixed.address(), request, Asking.exactly(FixedServer.BODY)));
            return meter.result("fixed", Optional.of(fixed.child().seen()), callers);
        }
    }
}
