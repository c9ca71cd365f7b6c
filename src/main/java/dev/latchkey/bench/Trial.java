package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.load.Caller;
import dev.latchkey.config.ConfigFault;
import java.util.List;

/** What a scenario has to work with, and where it puts what it found. */
record Trial(Plan plan, Cores cores, Subject subject, Meter meter, Report report) {
    Calls calls() {
        return subject.calls();
    }

    Stock stock() {
        return subject.stock();
    }

    ManagedServer managed() {
        return subject.managed()
                .orElseThrow(() ->
                        new ConfigFault(
                                "this scenario needs a server of the benchmark's own: leave out --against"));
    }

    /** The plain case: what callers ask of the server under test. */
    Result result(String name, List<? extends Caller> callers) {
        Result result = meter.result(name, subject.process(), callers);
        return report.add(result.withStore(subject.storeBytes()));
    }
}
