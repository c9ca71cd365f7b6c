package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Headers;
import dev.latchkey.edge.http.Incoming;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One stream of an HTTP/2 connection, from its head to its end. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // A failed write arrives as an exception of the channel.
final class Http2Stream extends ChannelInboundHandlerAdapter {
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

  /** The objects of a field and its strings, as measured. */
  private static final int FIELD_BYTES = 240;

  private static final OptionalLong NO_BODY = OptionalLong.of(0);

  private final Http2Connection connection;
  private final Incoming.Peer peer;
  private @Nullable Http2Exchange exchange;

  Http2Stream(Http2Connection connection, Incoming.Peer peer) {
    this.connection = connection;
    this.peer = peer;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) {
    connection.input().frameArrived();
    if (frame instanceof Http2DataFrame data) {
      connection.bodies().read(data.stream().id());
    }
    switch (frame) {
      case Http2HeadersFrame head -> headersReceived(context, head);
      case Http2DataFrame data when exchange != null -> {
        Http2Exchange current = exchange;
        current.dataReceived(data.content(), data.isEndStream());
      }
      default -> ReferenceCountUtil.release(frame);
    }
  }

  private void headersReceived(ChannelHandlerContext context, Http2HeadersFrame frame) {
    long bytes = heldBytes(frame.headers());
    connection.headersArrived(bytes);
    if (exchange == null) {
      begin(context, frame, bytes);
    } else {
      // As in HTTP/1.1, trailers are refused.
      reset(context, Http2Error.PROTOCOL_ERROR);
    }
  }

  /** What a copy of these headers holds. */
  private static long heldBytes(Http2Headers headers) {
    long bytes = 0;
    for (Map.Entry<CharSequence, CharSequence> field : headers) {
      bytes += FIELD_BYTES + field.getKey().length() + field.getValue().length();
    }
    return bytes;
  }

  private void begin(ChannelHandlerContext context, Http2HeadersFrame frame, long headBytes) {
    Http2Headers sent = frame.headers();
    String method = text(sent.method());
    String target = text(sent.path());
    if (!isValid(sent) || !isMethod(method) || !isTarget(target)) {
      reset(context, Http2Error.PROTOCOL_ERROR);
      return;
    }
    if (!connection.open()) {
      reset(context, Http2Error.REFUSED_STREAM);
      return;
    }
    int query = target.indexOf('?');
    var head =
        new Incoming(
            method,
            query < 0 ? target : target.substring(0, query),
            query < 0 ? "" : target.substring(query + 1),
            Fields.of(sent),
            peer,
            length(frame));
    var begun =
        new Http2Exchange(
            connection, context.channel(), head, headBytes + target.length(), frame.isEndStream());
    exchange = begun;
    connection.began(begun);
    begun.begin();
    begun.updateCharge();
    context.flush();
  }

  private static OptionalLong length(Http2HeadersFrame frame) {
    if (frame.isEndStream()) {
      return NO_BODY;
    }
    CharSequence declared = frame.headers().get("content-length");
    return declared == null
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(text(declared)));
  }

  private static boolean isValid(Http2Headers sent) {
    if (sent.size() > RequestHead.MAX_FIELDS) {
      return false;
    }
    List<CharSequence> lengths = sent.getAll("content-length");
    return lengths.size() <= 1
        && lengths.stream().allMatch(length -> LENGTH.matcher(text(length)).matches())
        && hasOneHost(sent);
  }

  /** RFC 9113 8.3.1: if there are both {@code :authority} and {@code host}, they must be equal. */
  private static boolean hasOneHost(Http2Headers sent) {
    List<CharSequence> hosts = sent.getAll("host");
    return sent.authority() == null
        ? hosts.size() == 1
        : hosts.stream().allMatch(host -> text(host).equals(text(sent.authority())));
  }

  private static boolean isMethod(String method) {
    return !method.isEmpty()
        && method
            .chars()
            .allMatch(character -> character < 256 && Ascii.isMethod((byte) character));
  }

  private static boolean isTarget(String target) {
    return !target.isEmpty()
        && target
            .chars()
            .allMatch(character -> character < 256 && Ascii.isTarget((byte) character));
  }

  private static String text(@Nullable CharSequence text) {
    return text == null ? "" : text.toString();
  }

  /**
   * The library counts the streams that are reset because of an error of the client, and closes the
   * connection when there are many. It counts by their code, so each gets its own.
   */
  private void reset(ChannelHandlerContext context, Http2Error why) {
    context.writeAndFlush(new DefaultHttp2ResetFrame(why));
    context.close();
    disconnected();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (exchange != null) {
      exchange.bodyReadCompleted();
    }
    context.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (exchange != null && context.channel().isWritable()) {
      exchange.becameWritable();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    closed(context);
  }

  /** The library closes the stream later. Until then it would count, although it has ended. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof Http2ResetFrame) {
      disconnected();
    }
    context.fireUserEventTriggered(event);
  }

  /** An error in one stream ends that stream only. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LoopErrors.report(cause);
    reset(
        context,
        cause instanceof Http2FrameStreamException refused
            ? refused.error()
            : Http2Error.INTERNAL_ERROR);
  }

  private void closed(ChannelHandlerContext context) {
    connection.bodies().ended(((Http2StreamChannel) context.channel()).stream().id());
    disconnected();
  }

  private void disconnected() {
    if (exchange != null) {
      connection.ended(exchange);
    }
  }

  /**
   * The header fields. A client may split one cookie header into several fields (RFC 9113 8.2.3),
   * which are joined here.
   */
  private record Fields(Map<String, List<String>> values) implements Headers {
    static Fields of(Http2Headers sent) {
      var values = new LinkedHashMap<String, List<String>>();
      if (sent.authority() != null) {
        values.put("host", List.of(text(sent.authority())));
      }
      for (Map.Entry<CharSequence, CharSequence> field : sent) {
        String name = text(field.getKey());
        boolean isRepeatedAuthority = name.equals("host") && sent.authority() != null;
        if (!name.startsWith(":") && !isRepeatedAuthority) {
          values.computeIfAbsent(name, first -> new ArrayList<>()).add(text(field.getValue()));
        }
      }
      values.computeIfPresent("cookie", (name, parts) -> List.of(String.join("; ", parts)));
      return new Fields(values);
    }

    @Override
    public List<String> names() {
      return List.copyOf(values.keySet());
    }

    @Override
    public List<String> all(String name) {
      return values.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }
  }
}
