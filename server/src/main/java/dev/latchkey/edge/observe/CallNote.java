package dev.latchkey.edge.observe;

import dev.latchkey.edge.http.Response;
import dev.latchkey.model.call.CallReason;
import java.time.Duration;
import java.util.Optional;

/** What becomes known of one call while a service answers it. Only its event loop uses this. */
public final class CallNote implements Response.Note {
  private final RequestLog log;
  private RequestLog.Decided decided;
  private Optional<Duration> service = Optional.empty();

  CallNote(RequestLog log, RequestLog.Decided decided) {
    this.log = log;
    this.decided = decided;
  }

  /** The head of the answer of the service has arrived, this long after the call began. */
  public void answeredIn(long nanos) {
    service = Optional.of(Duration.ofNanos(nanos));
  }

  /** The service did not answer the call, or not completely. */
  public void failed(CallReason how) {
    decided =
        new RequestLog.Decided(
            decided.kind(),
            decided.whose(),
            decided.asked(),
            decided.address(),
            RequestLog.Why.of(how));
  }

  @Override
  public void ended(Response.Ended ended) {
    if (ended.status() == 0 && decided.why().reason().isEmpty()) {
      failed(CallReason.CALLER_GONE);
    }
    log.record(decided, service, ended);
  }
}
