package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Traffic.Cut;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/** A client's connection of HTTP/2. It has many streams, each with an exchange of its own. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // A failed write arrives as an exception of the channel.
final class Http2Connection extends ChannelInboundHandlerAdapter implements WatchedConnection {
  private static final int STREAMS = 100;
  private static final int WINDOW_BYTES = 65_535;

  /** Answers to SETTINGS and PING that a client has not read yet. With more it is disconnected. */
  private static final int UNREAD_CONTROL_FRAMES = 200;

  /** What a connection holds apart from streams, buffers and the table, as measured. */
  private static final int CONNECTION_BYTES = 8_000;

  /**
   * What the table of headers holds that the client may refer to (RFC 7541 2.3.2). Its own limit of
   * 4,096 bytes counts an entry of two characters as 34 bytes; it takes more than 200.
   */
  private static final int TABLE_BYTES = 30_000;

  private final EventLoopContext loop;
  private final Channel channel;
  private final Set<Http2Exchange> exchanges = new LinkedHashSet<>();
  private final ClientTimeoutTracker pace;
  private final ClientAccount account;
  private final Http2Input input = new Http2Input();
  private final Http2Bodies bodies = new Http2Bodies();
  private final Http2FrameCodec codec;
  private final Charge charge;
  private long tableBytes;
  private boolean isDisconnected;
  private boolean hasSaidGoAway;

  private Http2Connection(Channel channel, ClientAccount account) {
    this.loop = account.loop();
    this.channel = channel;
    this.pace = new ClientTimeoutTracker(loop.timeouts(), System.nanoTime());
    this.account = account;
    this.codec =
        Http2FrameCodecBuilder.forServer()
            .initialSettings(
                Http2Settings.defaultSettings()
                    .maxConcurrentStreams(STREAMS)
                    .initialWindowSize(WINDOW_BYTES)
                    .maxHeaderListSize(HeadReader.HEADER_BYTES))
            .encoderEnforceMaxQueuedControlFrames(UNREAD_CONTROL_FRAMES)
            .gracefulShutdownTimeoutMillis(loop.timeouts().stop().toMillis())
            .build();
    this.charge = new Charge(account);
    updateCharge();
  }

  static void addTo(ChannelPipeline pipeline, Incoming.Peer peer, ClientAccount account) {
    var connection = new Http2Connection(pipeline.channel(), account);
    pipeline.addLast(
        connection.input,
        connection.codec,
        connection.bodies,
        new Http2MultiplexHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel stream) {
                stream.pipeline().addLast(new Http2Stream(connection, peer));
              }
            }),
        connection);
  }

  EventLoopContext loop() {
    return loop;
  }

  /**
   * Charges what the connection holds apart from its streams. Bytes of bodies that no stream has
   * read are among it.
   */
  private void updateCharge() {
    var received = codec.connection().local().flowController();
    int unread = received.unconsumedBytes(codec.connection().connectionStream());
    charge.set(
        CONNECTION_BYTES
            + tableBytes
            + input.unparsedBytes()
            + unread
            + bodies.heldBytes()
            + Outbound.bytes(channel));
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    loop.watch(this);
    pace.answered(System.nanoTime());
  }

  /** Frames of the connection itself. The library has already handled them. */
  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) {
    input.frameArrived();
    ReferenceCountUtil.release(frame);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (!isDisconnected) {
      updateCharge();
    }
    loop.freeMemoryIfExceeded();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    disconnected();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    disconnected();
  }

  /** A client that sends no more cannot allow the rest of an answer to be sent. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      channel.unsafe().close(channel.voidPromise());
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LoopErrors.report(cause);
    // For an HTTP/2 error the library itself tells the client what was wrong, and closes the
    // connection.
    if (!(cause instanceof Http2Exception)) {
      channel.close();
    }
  }

  private void disconnected() {
    if (!isDisconnected) {
      isDisconnected = true;
      loop.forget(this);
      charge.set(0);
    }
  }

  /** Each field of a head may be added to the table. */
  void headersArrived(long bytes) {
    tableBytes = Math.min(tableBytes + bytes, TABLE_BYTES);
  }

  /**
   * Counts a stream that the client has opened. Returns false if it must be refused, because its
   * network or all clients together have too many.
   */
  boolean open() {
    if (account.openStream()) {
      return true;
    }
    account.closeStream();
    loop.totals().countCut(Cut.STREAMS);
    return false;
  }

  void began(Http2Exchange exchange) {
    exchanges.add(exchange);
    pace.headIsComplete();
    if (loop.isDraining()) {
      drain();
    }
  }

  void ended(Http2Exchange exchange) {
    if (exchanges.remove(exchange)) {
      account.closeStream();
      exchange.ended();
    }
    if (exchanges.isEmpty()) {
      account.waitsForClientNow();
      pace.answered(account.waitingSince());
    }
  }

  @Override
  public void check(long now) {
    if (!isDisconnected) {
      updateCharge();
    }
    if (exchanges.isEmpty() && pace.isSendingTooSlowly(now)) {
      cut(Cut.IDLE);
    }
    for (Http2Exchange exchange : new ArrayList<>(exchanges)) {
      exchange.check(now);
    }
  }

  @Override
  public ClientAccount account() {
    return account;
  }

  Http2Input input() {
    return input;
  }

  Http2Bodies bodies() {
    return bodies;
  }

  @Override
  public boolean waitsForClient() {
    return exchanges.stream().allMatch(Http2Exchange::waitsForBody);
  }

  /** Closes at once, without the time that the library gives to open streams. */
  @Override
  public void cut(Cut why) {
    if (isDisconnected) {
      return;
    }
    loop.totals().countCut(why);
    if (exchanges.isEmpty()) {
      channel.close();
    } else {
      channel.unsafe().close(channel.voidPromise());
    }
    disconnected();
  }

  /**
   * The client opens no further streams. Those that it has opened, or is opening now, are served. A
   * new connection is not told so before its first request, which could not be sent otherwise.
   */
  @Override
  public void drain() {
    if (!hasSaidGoAway) {
      hasSaidGoAway = true;
      channel.writeAndFlush(
          new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR).setExtraStreamIds(Integer.MAX_VALUE));
    }
  }

  @Override
  public void stop() {
    channel.close();
  }
}
