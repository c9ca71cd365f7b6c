package dev.latchkey.edge.http;

import java.time.Duration;
import java.util.List;

/**
 * A call that is relayed to a service. The body of the request is sent on while it arrives, and so
 * is the answer.
 *
 * @param caller the same text for all calls of one person or machine with one credential
 * @param path that the service receives
 * @param headers of the call, without {@code Host} and without those that frame the body
 * @param identity the headers that tell the service who the caller is
 * @param bodyLimit in bytes
 * @param answerTimeout from the end of the request to the head of the answer
 * @param upgrade whether the call may become a WebSocket
 */
public record Relay(
    Upstream upstream,
    String caller,
    String path,
    List<Header> headers,
    HeaderLines identity,
    long bodyLimit,
    Duration answerTimeout,
    boolean upgrade,
    Rules rules) {

  /** How a call to a service can fail. */
  public enum Failure {
    UNREACHABLE,
    BROKEN,
    SLOW,
    /** All connections to the service are in use. */
    BUSY
  }

  /** Decisions of the gateway about a call while it is relayed. */
  public interface Rules {
    /** The headers of the answer that are passed on to the caller. */
    List<Header> toCaller(List<Header> answered);

    /** The head of the answer has arrived, this long after the call began. */
    void answered(long nanos);

    /**
     * The service failed. The returned response is used only if no part of an answer was sent yet.
     */
    Response failed(Failure failure, Throwable cause);

    /** The body is longer than the limit. */
    Response tooLong();

    /** The caller's body is malformed or ended early. */
    Response brokenBody();

    /**
     * Whether the caller's token still allows the call. It is asked regularly for a WebSocket, and
     * it may block.
     */
    boolean isStillAllowed();
  }
}
