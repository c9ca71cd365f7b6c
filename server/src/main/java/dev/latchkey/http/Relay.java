package dev.latchkey.http;

import java.time.Duration;
import java.util.List;

/**
 * A call that a service answers: the body goes there as it comes, and so does the answer back.
 *
 * @param headers of the call, without {@code Host} and what frames the body
 * @param identity what the service is told about the caller
 * @param bodyLimit in bytes
 * @param answerTimeout from the end of the request to the head of the answer
 * @param upgrade whether the call may become a WebSocket
 */
public record Relay(
        Upstream upstream,
        List<Header> headers,
        HeaderLines identity,
        long bodyLimit,
        Duration answerTimeout,
        boolean upgrade,
        Rules rules) {

    /** What a service may do wrong. */
    public enum Failure {
        UNREACHABLE,
        BROKEN,
        SLOW,
        /** All connections to it are in use. */
        BUSY
    }

    /** What the gateway says of a call while it is on its way. */
    public interface Rules {
        /** Which headers of the answer the caller gets. */
        List<Header> toCaller(List<Header> answered);

        /** The service failed; the answer is used only if none has begun. */
        Response failed(Failure failure, Throwable cause);

        /** The body is longer than the limit. */
        Response tooLong();

        /** The caller's body is not well-formed, or ended early. */
        Response brokenBody();

        /** May wait: whether the caller's token still allows the call, asked of a WebSocket. */
        boolean isStillAllowed();
    }
}
