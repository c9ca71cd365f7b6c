package dev.latchkey.http.netty;

import dev.latchkey.http.Incoming;
import dev.latchkey.http.Traffic.Cut;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/** A client's connection of HTTP/2: many streams, each an exchange of its own. */
@SuppressWarnings("FutureReturnValueIgnored") // What fails comes back as an exception.
final class Http2Connection extends ChannelInboundHandlerAdapter implements WatchedConnection {
    private static final int STREAMS = 100;
    private static final int WINDOW_BYTES = 65_535;

    private final Loop loop;
    private final Channel channel;
    private final Set<Http2Exchange> exchanges = new LinkedHashSet<>();
    private final Pace pace;
    private final ConnectionUsage usage;
    private boolean isGone;

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

    /** Frames of the connection itself: the library has seen to them. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object frame) {
        ReferenceCountUtil.release(frame);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        gone();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        gone();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LoopErrors.report(cause);
        // The library itself tells the client what was wrong, and closes.
        if (!(cause instanceof Http2Exception)) {
            channel.close();
        }
    }

    private void gone() {
        if (!isGone) {
            isGone = true;
            loop.forget(this);
            usage.become(0, 0);
        }
    }

    void began(Http2Exchange exchange) {
        exchanges.add(exchange);
        pace.headIsWhole();
    }

    void ended(Http2Exchange exchange) {
        exchanges.remove(exchange);
        if (exchanges.isEmpty()) {
            usage.waitForClient();
            pace.answered(usage.waitingSince());
        }
    }

    /** What its exchanges hold has changed. */
    void account() {
        if (isGone) {
            return;
        }
        long held = 0;
        long owed = 0;
        for (Http2Exchange exchange : exchanges) {
            held += exchange.incompleteBytes();
            owed += exchange.unsentBytes();
        }
        usage.become(held, owed);
    }

    @Override
    public void look(long now) {
        if (!isGone) {
            account();
        }
        if (exchanges.isEmpty() && pace.isSendingTooSlowly(now)) {
            cut(Cut.IDLE);
        }
        for (Http2Exchange exchange : new ArrayList<>(exchanges)) {
            exchange.look(now);
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

    /** Without the grace that the library gives to streams under way. */
    @Override
    public void cut(Cut why) {
        if (isGone) {
            return;
        }
        loop.totals().cutFor(why);
        if (exchanges.isEmpty()) {
            channel.close();
        } else {
            channel.unsafe().close(channel.voidPromise());
        }
        gone();
    }

    @Override
    public void stop() {
        channel.close();
    }
}
