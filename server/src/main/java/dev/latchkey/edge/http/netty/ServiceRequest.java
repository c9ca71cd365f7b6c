package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Correlation;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Relay;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * The request of a relayed call as its service receives it: the head, and then the parts of the
 * body, with the length that the caller has declared or in chunks.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // A failed write arrives as an exception of the channel.
final class ServiceRequest {
  /** RFC 9110 9.2.2: sending such a request twice has the same effect as sending it once. */
  private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE");

  /**
   * RFC 9110 8.6: for these methods a service expects {@code Content-Length: 0} if there is no
   * body.
   */
  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int USUAL_LINES = 512;

  private final Incoming head;
  private final Relay relay;
  private final boolean isUpgrade;
  private long bodyBytes;

  /** {@code mayUpgrade}: whether it asks for a WebSocket, unless it has a body. */
  ServiceRequest(Incoming head, Relay relay, boolean mayUpgrade) {
    this.head = head;
    this.relay = relay;
    this.isUpgrade = mayUpgrade && !head.hasBody();
  }

  /** Whether it asks the service for a WebSocket. */
  boolean isUpgrade() {
    return isUpgrade;
  }

  /** The bytes of the body that have arrived so far. */
  long bodyBytes() {
    return bodyBytes;
  }

  /** Whether it can be sent again. A part of the body that was sent is not kept. */
  boolean mayRepeat() {
    return bodyBytes == 0 && IDEMPOTENT.contains(head.method());
  }

  boolean expectsContinue() {
    for (Header header : relay.headers()) {
      if (header.name().equalsIgnoreCase("Expect")
          && header.value().equalsIgnoreCase("100-continue")) {
        return true;
      }
    }
    return false;
  }

  void sendHead(UpstreamConnection service) {
    var text = new StringBuilder(USUAL_LINES);
    text.append(head.method()).append(' ').append(relay.path());
    if (!head.query().isEmpty()) {
      text.append('?').append(head.query());
    }
    text.append(" HTTP/1.1\r\nHost: ").append(service.address().getRawAuthority());
    Correlation correlation = head.correlation();
    for (Header header : relay.headers()) {
      if (!correlation.replaces(header.name())) {
        text.append("\r\n").append(header.name()).append(": ").append(header.value());
      }
    }
    for (Header header : correlation.toUpstream()) {
      text.append("\r\n").append(header.name()).append(": ").append(header.value());
    }
    if (isUpgrade) {
      text.append("\r\nConnection: Upgrade\r\nUpgrade: websocket");
    }
    if (isChunked()) {
      text.append("\r\nTransfer-Encoding: chunked");
    } else if (head.hasBody() || WITH_BODY.contains(head.method())) {
      text.append("\r\nContent-Length: ").append(head.length().getAsLong());
    }
    byte[] lines = text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] identity = relay.identity().bytes();
    Channel channel = service.channel();
    channel.write(
        channel
            .alloc()
            .ioBuffer(lines.length + identity.length + LINE_END.length)
            .writeBytes(lines)
            .writeBytes(identity)
            .writeBytes(LINE_END));
  }

  /**
   * Takes the bytes over, at least one. Returns false, and sends nothing, if the body is longer
   * than the limit.
   */
  boolean sendPart(Channel service, ByteBuf part) {
    bodyBytes += part.readableBytes();
    if (bodyBytes > relay.bodyLimit()) {
      part.release();
      return false;
    }
    if (isChunked()) {
      ByteBuf size = service.alloc().ioBuffer(16);
      AnswerHead.text(size, Integer.toHexString(part.readableBytes()));
      service.write(size.writeBytes(LINE_END));
      service.write(part);
      service.write(Unpooled.wrappedBuffer(LINE_END));
    } else {
      service.write(part);
    }
    return true;
  }

  void sendEnd(Channel service) {
    if (isChunked()) {
      service.writeAndFlush(Unpooled.wrappedBuffer(LAST_CHUNK));
    }
  }

  private boolean isChunked() {
    return head.length().isEmpty();
  }
}
