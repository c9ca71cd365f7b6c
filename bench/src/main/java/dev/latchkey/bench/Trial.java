package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Caller;
import java.util.List;

/**
 * Everything that a scenario needs: the plan, the server, the meter, and the report that takes its
 * results.
 */
record Trial(Plan plan, Machinery machinery, ServerUnderTest subject, Meter meter, Report report) {
  /** What the scenarios share: the processors, and the servers with fixed answers. */
  record Machinery(Cores cores, BaselineServers baselines) {}

  Cores cores() {
    return machinery.cores();
  }

  BaselineServers baselines() {
    return machinery.baselines();
  }

  Calls calls() {
    return subject.calls();
  }

  TokenStock stock() {
    return subject.stock();
  }

  ManagedServer managed() {
    return subject
        .managed()
        .orElseThrow(() ->
            new HostFault(
                "this scenario needs a server of the benchmark's own: leave out --against"));
  }

  /**
   * Measures the GET requests of these callers at the server under test, and adds the result to the
   * report.
   */
  Result result(String name, List<? extends Caller> callers) {
    return result(Target.get(name, subject.process()), callers);
  }

  /** The same for POST requests. */
  Result resultOfPost(String name, List<? extends Caller> callers) {
    return result(Target.post(name, subject.process()), callers);
  }

  private Result result(Target target, List<? extends Caller> callers) {
    Result result = meter.result(target, callers);
    return report.add(result.withStore(subject.storeBytes()));
  }
}
