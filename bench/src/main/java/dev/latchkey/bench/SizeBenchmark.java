package dev.latchkey.bench;

import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.Postgres;
import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.host.HostFault;

/**
 * Measures a server on a store at size: checks beside refreshes, pages and consents beside both,
 * the purge, the revocation of everything of the largest organization, and a node whose clock is
 * wrong.
 */
record SizeBenchmark(SizedStore.Wanted wanted, SizePlan plan, SizeTrial.Output output) {
  void run() {
    try (SizedStore store = SizedStore.open(wanted, output.cores(), output.progress())) {
      if (plan.seconds() == 0) {
        output.report().note("The store is filled.");
        return;
      }
      if (wanted.isPostgres()) {
        output.report().note("Settings of PostgreSQL: " + Postgres.settings() + ".");
      }
      output.cores().pinToLoad();
      measure(store);
    } finally {
      output.cores().unpin();
    }
  }

  private void measure(SizedStore store) {
    try (StartedServer upstream =
            StartedServer.fixed(output.cores()::forLoad, FixedAnswer.INTROSPECTION_BYTES);
        SizeTrial trial = new SizeTrial(plan, store, upstream, output)) {
      var checks = new SizeChecks(trial);
      var pages = new SizePages(trial);
      var acts = new SizeActs(trial);
      attempt("sizes", checks::reportSizes);
      attempt("first checks", checks::fillCache);
      attempt("pages at rest", pages::atRest);
      attempt("refreshes alone", checks::measureLog);
      attempt("checks", checks::measure);
      attempt("consents", pages::consents);
      attempt("pages", pages::besideLoad);
      attempt("the purge", acts::purge);
      attempt("the revocation", acts::revoke);
      attempt("a wrong clock", acts::startNodeAhead);
    }
  }

  /** A long run reports what it has measured, even if one measurement fails. */
  private void attempt(String what, Runnable measurement) {
    try {
      measurement.run();
    } catch (HostFault fault) {
      output.report().fail("Not measured: " + what + ", because " + fault.getMessage());
    }
    output.report().takeNewLines().forEach(output.progress()::println);
  }
}
