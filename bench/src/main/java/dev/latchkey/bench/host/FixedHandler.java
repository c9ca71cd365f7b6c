package dev.latchkey.bench.host;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads each request of one connection to its end and answers it with prepared bytes. A write that
 * fails closes the connection, so its future need not be checked.
 */
@SuppressWarnings("FutureReturnValueIgnored")
final class FixedHandler extends ChannelInboundHandlerAdapter {
  private static final int FORM_BYTES = 65_536;
  private static final int PIECE_BYTES = 65_536;
  private static final ByteBuf ZEROS =
      Unpooled.unreleasableBuffer(Unpooled.directBuffer(PIECE_BYTES).writeZero(PIECE_BYTES))
          .asReadOnly();
  private static final HttpHeaders NO_TRAILERS = EmptyHttpHeaders.INSTANCE;

  private final ByteBuf answer;
  private final HttpHeaders answerHeaders;
  private @Nullable HttpRequest request;
  private @Nullable ByteBuf form;
  private long received;
  private long unsent;
  private boolean closesAfterwards;

  FixedHandler(FixedAnswer fixed) {
    this.answer = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(fixed.body()));
    this.answerHeaders = headers(fixed.body().length);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (message instanceof HttpRequest next) {
        begin(context, next);
      }
      HttpRequest asked = request;
      if (message instanceof HttpContent content && asked != null) {
        collect(content.content());
        if (message instanceof LastHttpContent) {
          answer(context, asked);
        }
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    sendZeros(context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    releaseForm();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    context.close();
  }

  private void begin(ChannelHandlerContext context, HttpRequest next) {
    releaseForm();
    request = next;
    received = 0;
    if (next.method().equals(HttpMethod.POST)) {
      int length = HttpUtil.getContentLength(next, FORM_BYTES);
      form = context.alloc().buffer(Math.clamp(length, 0, FORM_BYTES));
    }
  }

  /** Collects the whole form, as a server does that has to read its fields. */
  private void collect(ByteBuf content) {
    received += content.readableBytes();
    if (form != null && received <= FORM_BYTES) {
      form.writeBytes(content);
    }
  }

  private void answer(ChannelHandlerContext context, HttpRequest asked) {
    request = null;
    boolean post = asked.method().equals(HttpMethod.POST);
    boolean get = asked.method().equals(HttpMethod.GET);
    switch (asked.uri()) {
      case FixedServer.PATH -> sendFixed(context, asked, get || (post && received > 0));
      case FixedServer.OPEN_PATH -> sendFixed(context, asked, get);
      case FixedServer.LARGE_PATH -> {
        if (get) {
          sendLarge(context, asked);
        } else {
          String count = "{\"bytes\":" + received + "}";
          ByteBuf body = Unpooled.copiedBuffer(count, StandardCharsets.US_ASCII);
          send(context, asked, full(HttpResponseStatus.OK, body));
        }
      }
      default -> sendFixed(context, asked, false);
    }
    releaseForm();
  }

  private void sendFixed(ChannelHandlerContext context, HttpRequest asked, boolean known) {
    send(
        context,
        asked,
        known
            ? new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.OK,
                answer.duplicate(),
                answerHeaders,
                NO_TRAILERS)
            : full(HttpResponseStatus.NOT_FOUND, Unpooled.EMPTY_BUFFER));
  }

  private static void send(
      ChannelHandlerContext context, HttpRequest asked, HttpResponse response) {
    if (HttpUtil.isKeepAlive(asked)) {
      context.write(response, context.voidPromise());
    } else {
      HttpResponse last =
          response instanceof DefaultFullHttpResponse whole
              ? full(whole.status(), whole.content())
              : response;
      last.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      context.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private void sendLarge(ChannelHandlerContext context, HttpRequest asked) {
    var response =
        new DefaultHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.OK, headers(FixedServer.LARGE_BYTES));
    closesAfterwards = !HttpUtil.isKeepAlive(asked);
    if (closesAfterwards) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    context.write(response);
    unsent = FixedServer.LARGE_BYTES;
    sendZeros(context);
  }

  /**
   * Sends as much as the connection takes now. The rest is sent when the connection becomes
   * writable again.
   */
  private void sendZeros(ChannelHandlerContext context) {
    while (unsent > 0 && context.channel().isWritable()) {
      int count = (int) Math.min(unsent, PIECE_BYTES);
      unsent -= count;
      context.write(new DefaultHttpContent(ZEROS.slice(0, count)));
      if (unsent == 0) {
        ChannelFuture sent = context.write(LastHttpContent.EMPTY_LAST_CONTENT);
        if (closesAfterwards) {
          sent.addListener(ChannelFutureListener.CLOSE);
        }
      }
      context.flush();
    }
  }

  private static DefaultFullHttpResponse full(HttpResponseStatus status, ByteBuf body) {
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1, status, body, headers(body.readableBytes()), NO_TRAILERS);
  }

  private static HttpHeaders headers(long length) {
    return new DefaultHttpHeaders()
        .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
        .set(HttpHeaderNames.CONTENT_LENGTH, Long.toString(length));
  }

  private void releaseForm() {
    if (form != null) {
      form.release();
      form = null;
    }
  }
}
