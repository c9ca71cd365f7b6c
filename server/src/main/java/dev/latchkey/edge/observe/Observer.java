package dev.latchkey.edge.observe;

import dev.latchkey.edge.http.Correlations;
import dev.latchkey.edge.http.Proxies;
import dev.latchkey.edge.http.ResponseListener;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** Records what the operator wants to have recorded of each request. */
public final class Observer implements ResponseListener, AutoCloseable {
  private final Observation wanted;
  private final Supplier<Proxies> proxies;
  private final Optional<AccessLog> accessLog;
  private final Optional<TraceExport> traces;

  /** {@code version}: that of this program. */
  public Observer(
      Observation wanted, Supplier<Proxies> proxies, String version, InstantSource clock) {
    this.wanted = wanted;
    this.proxies = proxies;
    this.accessLog = wanted.accessLog().map(target -> new AccessLog(target, proxies, clock));
    this.traces = wanted.traces().map(traces -> new TraceExport(traces.endpoint(), version, clock));
  }

  /** By what the records of a request are found. */
  public Correlations correlations() {
    double share = wanted.traces().map(Observation.Traces::share).orElse(0.0);
    return wanted.equals(Observation.NONE)
        ? Correlations.NONE
        : new Correlations(wanted.hasIds(), share, proxies);
  }

  /** How many lines of the access log were lost. */
  public long lostLines() {
    return accessLog.map(AccessLog::dropped).orElse(0L);
  }

  /** How many spans were lost. */
  public long lostSpans() {
    return traces.map(TraceExport::lost).orElse(0L);
  }

  @Override
  public void answered(String path, int status) {
    // The answer is recorded when it has been sent.
  }

  @Override
  public boolean isTiming() {
    return accessLog.isPresent() || traces.isPresent();
  }

  @Override
  public void sent(Sent answer) {
    accessLog.ifPresent(log -> log.sent(answer));
    traces.ifPresent(export -> export.sent(answer));
  }

  @Override
  public void close() {
    accessLog.ifPresent(AccessLog::close);
    traces.ifPresent(TraceExport::close);
  }
}
