package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Caller;
import java.util.List;

/** What a scenario has to work with, and where it puts what it found. */
record Trial(Plan plan, Machinery machinery, Subject subject, Meter meter, Report report) {
    /** What the scenarios share: the processors, and the fixed answers of other servers. */
    record Machinery(Cores cores, Baselines baselines) {}

    Cores cores() {
        return machinery.cores();
    }

    Baselines baselines() {
        return machinery.baselines();
    }

    Calls calls() {
        return subject.calls();
    }

    Stock stock() {
        return subject.stock();
    }

    ManagedServer managed() {
        return subject.managed()
                .orElseThrow(() ->
                        new HostFault(
                                "this scenario needs a server of the benchmark's own: leave out --against"));
    }

    /** The plain case: what callers ask of the server under test. */
    Result result(String name, List<? extends Caller> callers) {
        return result(Target.get(name, subject.process()), callers);
    }

    /** The same for what is asked by POST. */
    Result resultOfPost(String name, List<? extends Caller> callers) {
        return result(Target.post(name, subject.process()), callers);
    }

    private Result result(Target target, List<? extends Caller> callers) {
        Result result = meter.result(target, callers);
        return report.add(result.withStore(subject.storeBytes()));
    }
}
