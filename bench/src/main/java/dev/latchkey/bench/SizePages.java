package dev.latchkey.bench;

import dev.latchkey.bench.store.SizedValues;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Measures pages at rest, and consents and pages beside checks and refreshes. */
record SizePages(SizeTrial trial) {
  private static final double AIM_MILLIS = 200;
  private static final double AIM_CONSENT_MILLIS = 20;

  void atRest() {
    pages("rest");
  }

  void besideLoad() {
    try (BesideLoad load = BesideLoad.start(trial.usualLoad())) {
      for (Result result : pages("beside")) {
        trial
            .report()
            .add(
                Aim.atMost(
                    result.name() + ", p99", result.max().p99Micros() / 1e3, AIM_MILLIS, " ms"));
      }
      trial.add("the pages", load.stop());
    }
  }

  private List<Result> pages(String load) {
    trial.progress().println("size-pages, " + load);
    SizedValues values = trial.sized().values();
    Browser browser = Browser.signIn(trial.calls());
    try (Connection connection = Connection.open(trial.server().address())) {
      var place =
          new PageTimes.Place(
              values.organization(0).value(),
              values.largestClient(0).value(),
              values.smallestClient(0).value(),
              values.size().audit(),
              LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC));
      var times = new PageTimes(place, browser, connection, trial.plan().runs());
      List<Result> results = times.all(load);
      results.forEach(trial.report()::add);
      times.slowest().forEach(line -> trial.report().note("Slow, " + load + ": " + line + "."));
      return results;
    } catch (IOException broken) {
      throw new HostFault("the pages cannot be measured", broken);
    }
  }

  void consents() {
    trial.progress().println("size-consents");
    try (BesideLoad load = BesideLoad.start(trial.usualLoad())) {
      Histogram micros = consentMicros();
      trial
          .report()
          .add(
              Aim.atMost(
                  "a consent, p99",
                  micros.getValueAtPercentile(99) / 1e3,
                  AIM_CONSENT_MILLIS,
                  " ms"));
      trial.report().add("a consent, p50", micros.getValueAtPercentile(50) / 1e3, " ms");
      trial.add("the consents", load.stop());
    }
  }

  private Histogram consentMicros() {
    var micros = new Histogram(3);
    Browser browser = Browser.signIn(trial.calls());
    try (Connection connection = Connection.open(trial.server().address())) {
      for (int i = 0; i < trial.plan().consents(); i++) {
        byte[] approval = browser.approval(connection, trial.store().identity());
        long start = System.nanoTime();
        Browser.expect(303, connection.ask(approval));
        micros.recordValue((System.nanoTime() - start) / 1_000);
      }
      return micros;
    } catch (IOException broken) {
      throw new HostFault("consents cannot be measured", broken);
    }
  }
}
