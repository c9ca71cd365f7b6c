package dev.latchkey.edge.observe;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the operator wants to have recorded.
 *
 * @param requestIds whether every request has an id, in the answer and in all records
 */
public record Observation(
    boolean requestIds, Optional<AccessLogTarget> accessLog, Optional<Traces> traces) {
  public static final Observation NONE = new Observation(false, Optional.empty(), Optional.empty());

  /** Requests have ids, and nothing else is recorded here. */
  public static final Observation IDS = new Observation(true, Optional.empty(), Optional.empty());

  /** Where the access log is written. */
  public sealed interface AccessLogTarget {
    record StandardOutput() implements AccessLogTarget {}

    record LogFile(Path path) implements AccessLogTarget {}
  }

  /**
   * A collector of traces that accepts OTLP over HTTP.
   *
   * @param endpoint the complete address, for example {@code http://127.0.0.1:4318/v1/traces}
   * @param share which share of the traces that begin here is recorded
   */
  public record Traces(URI endpoint, double share) {}

  /** Whether requests have ids. The access log is of little use without them. */
  public boolean hasIds() {
    return requestIds || accessLog.isPresent();
  }
}
