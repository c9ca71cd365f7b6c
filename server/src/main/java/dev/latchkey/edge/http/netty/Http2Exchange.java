package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Traffic.Cut;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** An exchange of HTTP/2. Each stream has one. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // A failed write arrives as an exception of the channel.
final class Http2Exchange extends Exchange {
  private static final String CONTINUE = "100";

  /** What a stream holds apart from the request: its channel and its handlers, as measured. */
  private static final int STREAM_BYTES = 1_500;

  private final Channel stream;
  private final long headBytes;
  private final ClientTimeoutTracker pace;
  private boolean isBodyDone;
  private boolean isReadingBody;
  private boolean isEnded;
  private boolean hasEnded;
  private long written;
  private long confirmed;

  Http2Exchange(
      Http2Connection connection,
      Channel stream,
      Incoming head,
      long headBytes,
      boolean isBodyDone) {
    super(head, connection.account());
    this.headBytes = headBytes;
    this.stream = stream;
    this.isBodyDone = isBodyDone;
    this.pace = new ClientTimeoutTracker(connection.loop().timeouts(), System.nanoTime());
    pace.headIsComplete();
    stream.config().setAutoRead(false);
  }

  /** A part of the body has arrived. This method releases the buffer. */
  void dataReceived(ByteBuf part, boolean isLast) {
    pace.bodyReceived(System.nanoTime(), part.readableBytes());
    bodyReceived(part);
    if (isLast) {
      isBodyDone = true;
      updatePace();
      bodyEnded();
    }
    updateCharge();
  }

  boolean waitsForBody() {
    return isReadingBody && !isBodyDone && !isOver() && stream.config().isAutoRead();
  }

  private void updatePace() {
    if (waitsForBody()) {
      pace.waitsForBody(System.nanoTime());
    } else {
      pace.bodyPaused(System.nanoTime());
    }
  }

  void check(long now) {
    if (pace.isSendingTooSlowly(now)) {
      loop().totals().countCut(Cut.SLOW_REQUEST);
      abortIfOpen();
    } else if (pace.isReadingTooSlowly(now, confirmed, written - confirmed)) {
      loop().totals().countCut(Cut.SLOW_READER);
      abort();
    }
  }

  /** The stream is closed. */
  void ended() {
    hasEnded = true;
    clientDisconnected();
  }

  @Override
  protected long headBytes() {
    return headBytes;
  }

  @Override
  protected long transportBytes() {
    return hasEnded ? 0 : STREAM_BYTES + written - confirmed;
  }

  @Override
  protected void startReadingBody() {
    isReadingBody = true;
    if (head().headers().only("expect").orElse("").equalsIgnoreCase("100-continue")) {
      stream.writeAndFlush(
          new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status(CONTINUE)));
    }
    stream.config().setAutoRead(true);
    updatePace();
  }

  @Override
  protected void allowBody(boolean isAllowed) {
    stream.config().setAutoRead(isAllowed);
    updatePace();
  }

  @Override
  protected boolean isBodyDone() {
    return isBodyDone;
  }

  @Override
  protected void sendWhole(Response response, byte[] body) {
    Http2Headers headers = headers(response.status(), response.headers());
    headers.setInt("content-length", body.length);
    if (isHeadRequest() || body.length == 0) {
      stream.write(new DefaultHttp2HeadersFrame(headers, true));
    } else {
      stream.write(new DefaultHttp2HeadersFrame(headers));
      write(Unpooled.wrappedBuffer(body), true);
    }
    finish();
  }

  @Override
  protected void sendHead(int status, List<Header> answered, OptionalLong length, boolean hasBody) {
    Http2Headers headers = headers(status, answered);
    if (length.isPresent() && status != 204) {
      headers.setLong("content-length", length.getAsLong());
    }
    isEnded = !hasBody;
    stream.write(new DefaultHttp2HeadersFrame(headers, isEnded));
  }

  private Http2Headers headers(int status, List<Header> answered) {
    var headers = new DefaultHttp2Headers();
    headers.status(Integer.toString(status));
    for (Header header : answered) {
      headers.add(header.name().toLowerCase(Locale.ROOT), header.value());
    }
    requestId().ifPresent(id -> headers.set("x-request-id", id));
    if (!headers.contains("date")) {
      headers.set("date", new String(loop().date(), StandardCharsets.US_ASCII));
    }
    return headers;
  }

  @Override
  protected void sendPart(ByteBuf part) {
    write(part, false);
  }

  @Override
  void flush() {
    stream.flush();
  }

  private void write(ByteBuf bytes, boolean isLast) {
    int length = bytes.readableBytes();
    written += length;
    stream
        .write(new DefaultHttp2DataFrame(bytes, isLast))
        .addListener(done -> {
          confirmed += length;
          updateCharge();
        });
    updateCharge();
  }

  @Override
  protected void sendEnd() {
    if (!isEnded) {
      write(Unpooled.EMPTY_BUFFER, true);
    }
    finish();
  }

  /**
   * Ends the answer. If the body has not arrived completely, the client is told to stop sending it,
   * because it will not be read.
   */
  private void finish() {
    if (!isBodyDone) {
      stream.write(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR));
    }
    stream.flush();
  }

  @Override
  protected boolean maySwitchProtocol() {
    return false;
  }

  @Override
  protected void switchProtocol(List<Header> headers) {
    throw new IllegalStateException("only HTTP/1.1 can switch protocols");
  }

  @Override
  protected void endTunnel() {
    throw new IllegalStateException("only HTTP/1.1 can switch protocols");
  }

  @Override
  protected void abort() {
    stream.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR));
    stream.close();
  }

  @Override
  boolean isWritable() {
    return stream.isWritable();
  }
}
