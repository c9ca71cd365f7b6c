package dev.latchkey.edge.http.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a service. It serves one call after the other. Bytes that arrive while it
 * serves no call belong to no request, so they end the connection.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // A failed write arrives as an exception of the channel.
final class UpstreamConnection extends ChannelInboundHandlerAdapter {
  private static final int MAX_LINE_BYTES = 8_192;
  private static final int MAX_HEAD_BYTES = 65_536;
  private static final int PART_BYTES = 65_536;
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

  private final UpstreamPool pool;
  private final URI address;
  private final ResponseReader reader = new ResponseReader();
  private @Nullable Channel channel;
  private @Nullable RelayedCall call;
  private boolean isEstablished;
  private boolean hasServed;
  private boolean isAnswered;
  private long idleSince;

  UpstreamConnection(UpstreamPool pool, URI address) {
    this.pool = pool;
    this.address = address;
  }

  URI address() {
    return address;
  }

  void addTo(ChannelPipeline pipeline) {
    channel = pipeline.channel();
    pipeline.addLast(reader, this);
  }

  Future<Channel> handshake() {
    return Objects.requireNonNull(channel().pipeline().get(SslHandler.class)).handshakeFuture();
  }

  Channel channel() {
    return Objects.requireNonNull(channel);
  }

  /**
   * Whether the connection has served a call before. Then the service may be closing it at this
   * moment.
   */
  boolean hasServed() {
    return hasServed;
  }

  void serve(RelayedCall next) {
    isEstablished = true;
    if (next.isOver()) {
      pool.release(this);
      return;
    }
    call = next;
    isAnswered = false;
    channel().config().setAutoRead(true);
    next.leased(this);
  }

  /**
   * The call has ended and its answer has arrived completely. The next call may have the
   * connection.
   */
  void giveBack() {
    call = null;
    hasServed = true;
    isAnswered = true;
    idleSince = System.nanoTime();
  }

  void succeeded() {
    pool.succeeded(address);
  }

  /** The call has ended, and the connection is closed with it. */
  void discard(boolean hasServiceFailed) {
    call = null;
    if (hasServiceFailed && !hasServed) {
      pool.failed(address);
    }
    close();
  }

  void close() {
    channel().close();
  }

  long idleNanos(long now) {
    return now - idleSince;
  }

  /** From now on bytes are passed on unchanged. */
  void becomeTunnel() {
    channel().pipeline().remove(reader);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    RelayedCall current = call;
    if (current == null) {
      ReferenceCountUtil.release(message);
      isAnswered = false;
      close();
      return;
    }
    switch (message) {
      case ByteBuf bytes -> current.tunnelReceived(bytes);
      case HttpMessage bad when bad.decoderResult().isFailure() -> {
        ReferenceCountUtil.release(bad);
        current.answerFailed(bad.decoderResult().cause());
      }
      case HttpResponse head -> current.answerBegan(new ServiceAnswer(head));
      case HttpContent part when part.decoderResult().isFailure() -> {
        part.release();
        current.answerFailed(part.decoderResult().cause());
      }
      case LastHttpContent last -> {
        current.answerReceived(last.content());
        current.answerEnded();
      }
      case HttpContent part -> current.answerReceived(part.content());
      default -> ReferenceCountUtil.release(message);
    }
  }

  /**
   * At this point it is certain that nothing follows the answer, so the connection may be reused.
   */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    RelayedCall current = call;
    if (current != null) {
      current.readCompleted();
    }
    if (call == null && reader.hasUnreadBytes()) {
      isAnswered = false;
      close();
    } else if (isAnswered && channel().isActive()) {
      isAnswered = false;
      pool.release(this);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    RelayedCall current = call;
    if (current != null && channel().isWritable()) {
      current.serviceBecameWritable();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LoopErrors.report(cause);
    RelayedCall current = call;
    if (current != null) {
      current.connectionEnded(this, cause instanceof IOException io ? io : new IOException(cause));
    }
    close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    RelayedCall current = call;
    call = null;
    if (isEstablished) {
      pool.forget(this);
    }
    if (current != null) {
      current.connectionEnded(this, new IOException("the service closed the connection"));
    }
  }

  /** Parses answers. The library has to be told that an answer to HEAD has no body. */
  private final class ResponseReader extends HttpResponseDecoder {
    ResponseReader() {
      super(
          new HttpDecoderConfig()
              .setMaxInitialLineLength(MAX_LINE_BYTES)
              .setMaxHeaderSize(MAX_HEAD_BYTES)
              .setMaxChunkSize(PART_BYTES));
    }

    /** Whether bytes have arrived that belong to no answer. */
    boolean hasUnreadBytes() {
      return actualReadableBytes() > 0;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
      if (!isFramed(message)) {
        throw new IllegalArgumentException(
            "the end of the body is not declared in exactly one way");
      }
      RelayedCall current = call;
      return (current != null && current.isHead()) || super.isContentAlwaysEmpty(message);
    }

    /**
     * Whether the end of the body is declared in one way only, and a length is a number. It must be
     * checked here: later the library has removed one of two declarations.
     */
    private static boolean isFramed(HttpMessage answer) {
      List<String> lengths = answer.headers().getAll("Content-Length");
      List<String> encodings = answer.headers().getAll("Transfer-Encoding");
      return lengths.size() + encodings.size() <= 1
          && lengths.stream().allMatch(text -> LENGTH.matcher(text).matches())
          && encodings.stream().allMatch(text -> text.equalsIgnoreCase("chunked"));
    }
  }
}
