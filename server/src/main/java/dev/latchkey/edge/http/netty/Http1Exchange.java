package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An exchange of HTTP/1.1 or 1.0. A connection has one at a time. */
final class Http1Exchange extends Exchange {
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Http1Connection connection;
  private final RequestHead request;
  private final boolean keepsAlive;
  private final boolean isHttp10;
  private final BodyReader body;
  private boolean awaitsContinue;
  private boolean isReadingBody;
  private boolean isBodyAllowed = true;
  private boolean isChunked;
  private boolean endsWithConnection;

  /** Whether the server was draining when the head was sent. The head said what follows it. */
  private boolean isDraining;

  Http1Exchange(Http1Connection connection, RequestHead request, Incoming head) {
    super(head, connection.account());
    this.request = request;
    this.connection = connection;
    this.keepsAlive = request.keepsAlive();
    this.isHttp10 = request.isHttp10();
    this.awaitsContinue = request.expectsContinue();
    this.body = new BodyReader(request.length());
  }

  /** Reads a part of the body. Returns false if it reads nothing now. */
  boolean read(ByteBuf in) {
    if (!isReadingBody || !isBodyAllowed || body.isDone() || body.isBroken()) {
      return false;
    }
    awaitsContinue = false;
    int before = in.readableBytes();
    ByteBuf part = body.next(in);
    if (part != null) {
      connection.bodyReceived(part.readableBytes());
      bodyReceived(isRelaying() ? Outbound.compact(part, in.capacity()) : part);
      bodyReadCompleted();
    }
    if (body.isBroken()) {
      isReadingBody = false;
      connection.closeAfterThis();
      bodyFailed();
    } else if (body.isDone()) {
      isReadingBody = false;
      bodyEnded();
    }
    return in.readableBytes() < before || body.isBroken();
  }

  /** The client sends no more bytes. */
  void inputEnded() {
    if (isReadingBody && !body.isDone()) {
      isReadingBody = false;
      connection.closeAfterThis();
      bodyFailed();
    } else {
      clientEndedInput();
    }
  }

  /** Whether the exchange waits for the client to send more of the body. */
  boolean waitsForBody() {
    return isReadingBody && isBodyAllowed && !body.isDone();
  }

  boolean isBodyAllowed() {
    return isBodyAllowed;
  }

  @Override
  protected void startReadingBody() {
    isReadingBody = true;
    if (awaitsContinue) {
      awaitsContinue = false;
      connection.write(Unpooled.wrappedBuffer(AnswerHead.CONTINUE));
    }
    connection.bodyFlowChanged();
  }

  @Override
  protected void allowBody(boolean isBodyAllowed) {
    this.isBodyAllowed = isBodyAllowed;
    connection.bodyFlowChanged();
  }

  @Override
  protected long headBytes() {
    return request.heldBytes();
  }

  /** The answer is among the bytes that the connection has not sent. */
  @Override
  protected long transportBytes() {
    return 0;
  }

  @Override
  protected boolean isBodyDone() {
    return body.isDone();
  }

  @Override
  protected void sendWhole(Response response, byte[] bytes) {
    isDraining = loop().isDraining();
    boolean isLast = isLast();
    ByteBuf out = connection.out();
    AnswerHead.begin(out, response.status(), loop(), response.headers(), requestId());
    AnswerHead.length(out, bytes.length);
    AnswerHead.end(out, persistence(isLast));
    if (!isHeadRequest()) {
      connection.writeBody(bytes);
    }
    connection.finished(this, isLast);
  }

  @Override
  protected void sendHead(int status, List<Header> headers, OptionalLong length, boolean hasBody) {
    isDraining = loop().isDraining();
    isChunked = hasBody && length.isEmpty() && !isHttp10;
    endsWithConnection = hasBody && length.isEmpty() && isHttp10;
    ByteBuf out = connection.out();
    AnswerHead.begin(out, status, loop(), headers, requestId());
    if (length.isPresent() && status != 204) {
      AnswerHead.length(out, length.getAsLong());
    } else if (isChunked) {
      AnswerHead.chunked(out);
    }
    AnswerHead.end(out, persistence(isLast()));
  }

  @Override
  protected void sendPart(ByteBuf part) {
    if (!part.isReadable()) {
      part.release();
      return;
    }
    if (isChunked) {
      ByteBuf out = connection.out();
      AnswerHead.text(out, Integer.toHexString(part.readableBytes()));
      out.writeBytes(LINE_END);
      connection.write(part);
      connection.out().writeBytes(LINE_END);
    } else {
      connection.write(part);
    }
  }

  @Override
  void flush() {
    connection.flush();
  }

  @Override
  protected void sendEnd() {
    if (isChunked) {
      connection.out().writeBytes(LAST_CHUNK);
    }
    connection.finished(this, isLast());
  }

  @Override
  protected void endTunnel() {
    connection.end();
  }

  @Override
  protected void abort() {
    connection.reset();
  }

  @Override
  boolean isWritable() {
    return connection.isWritable();
  }

  @Override
  protected boolean maySwitchProtocol() {
    return !isHttp10;
  }

  @Override
  protected void switchProtocol(List<Header> headers) {
    ByteBuf out = connection.out();
    AnswerHead.begin(out, 101, loop(), headers, Optional.empty());
    AnswerHead.end(out, AnswerHead.Persistence.UPGRADE);
    connection.flush();
    connection.becomeTunnel();
  }

  private boolean isLast() {
    return !keepsAlive || endsWithConnection || isDraining || !body.isDone() || connection.isLast();
  }

  private AnswerHead.Persistence persistence(boolean isLast) {
    if (isLast) {
      return AnswerHead.Persistence.CLOSE;
    }
    return isHttp10 ? AnswerHead.Persistence.KEEP_ALIVE : AnswerHead.Persistence.DEFAULT;
  }
}
