package dev.latchkey.edge.http;

/** Learns how the services behind the gateway answer, for monitoring. */
public interface UpstreamWatch {
  /** The head of an answer has arrived, this long after the call began. */
  void answeredIn(String upstream, long nanos);

  /** A service failed a call. */
  void failed(String upstream, Relay.Failure how);
}
