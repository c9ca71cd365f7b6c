package dev.latchkey.edge.http;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * By what an operator finds the records of one request in several programs: the id that this
 * program or a proxy in front of it has given to the request, and the trace to which it belongs.
 */
public record Correlation(Optional<String> requestId, Optional<TraceContext> trace) {
  public static final String REQUEST_ID = "X-Request-Id";

  /** That of a request for which no operator wants records. */
  public static final Correlation NONE = new Correlation(Optional.empty(), Optional.empty());

  /** Whether a service gets another value of this header than the caller sent. */
  public boolean replaces(String header) {
    return (requestId.isPresent() && header.equalsIgnoreCase(REQUEST_ID))
        || (trace.isPresent() && header.equalsIgnoreCase(TraceContext.HEADER));
  }

  /** The headers that a service gets instead. */
  public List<Header> toUpstream() {
    return Stream.concat(
            requestId.stream().map(id -> new Header(REQUEST_ID, id)),
            trace.stream().map(here -> new Header(TraceContext.HEADER, here.header())))
        .toList();
  }
}
