package dev.latchkey.http.netty;

import dev.latchkey.http.Incoming;
import dev.latchkey.http.Traffic.Cut;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
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

    private final Loop loop;
    private final Channel channel;
    private final Set<Http2Exchange> exchanges = new LinkedHashSet<>();
    private final Pace pace;
    private final ConnectionUsage usage;
    private boolean isDisconnected;
    private boolean hasSaidGoAway;

    private Http2Connection(Loop loop, Channel channel) {
        this.loop = loop;
        this.channel = channel;
        this.pace = new Pace(loop.timeouts(), System.nanoTime());
        this.usage = new ConnectionUsage(loop);
    }

    static void addTo(ChannelPipeline pipeline, Loop loop, Incoming.Peer peer) {
        var connection = new Http2Connection(loop, pipeline.channel());
        pipeline.addLast(
                Http2FrameCodecBuilder.forServer()
                        .initialSettings(
                                Http2Settings.defaultSettings()
                                        .maxConcurrentStreams(STREAMS)
                                        .initialWindowSize(WINDOW_BYTES)
                                        .maxHeaderListSize(HeadReader.HEADER_BYTES))
                        .gracefulShutdownTimeoutMillis(loop.timeouts().stop().toMillis())
                        .build(),
                new Http2MultiplexHandler(
                        new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel stream) {
                                stream.pipeline().addLast(new Http2Stream(connection, peer));
                            }
                        }),
                connection);
    }

    Loop loop() {
        return loop;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        loop.watch(this);
        pace.answered(System.nanoTime());
    }

    /** Frames of the connection itself. The library has already handled them. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object frame) {
        ReferenceCountUtil.release(frame);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        disconnected();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        disconnected();
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
            usage.update(0, 0);
        }
    }

    void began(Http2Exchange exchange) {
        exchanges.add(exchange);
        pace.headIsComplete();
        if (loop.isDraining()) {
            drain();
        }
    }

    void ended(Http2Exchange exchange) {
        exchanges.remove(exchange);
        if (exchanges.isEmpty()) {
            usage.waitsForClientNow();
            pace.answered(usage.waitingSince());
        }
    }

    /** Adds up the memory of all exchanges. */
    void updateUsage() {
        if (isDisconnected) {
            return;
        }
        long incomplete = 0;
        long unsent = 0;
        for (Http2Exchange exchange : exchanges) {
            incomplete += exchange.incompleteBytes();
            unsent += exchange.unsentBytes();
        }
        usage.update(incomplete, unsent);
    }

    @Override
    public void check(long now) {
        if (!isDisconnected) {
            updateUsage();
        }
        if (exchanges.isEmpty() && pace.isSendingTooSlowly(now)) {
            cut(Cut.IDLE);
        }
        for (Http2Exchange exchange : new ArrayList<>(exchanges)) {
            exchange.check(now);
        }
    }

    @Override
    public ConnectionUsage usage() {
        return usage;
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
     * The client opens no further streams. Those that it has opened, or is opening now, are served.
     * A new connection is not told so before its first request, which could not be sent otherwise.
     */
    @Override
    public void drain() {
        if (!hasSaidGoAway) {
            hasSaidGoAway = true;
            channel.writeAndFlush(
                    new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR)
                            .setExtraStreamIds(Integer.MAX_VALUE));
        }
    }

    @Override
    public void stop() {
        channel.close();
    }
}
