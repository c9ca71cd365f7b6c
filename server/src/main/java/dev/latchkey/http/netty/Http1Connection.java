package dev.latchkey.http.netty;

import dev.latchkey.http.Content;
import dev.latchkey.http.Incoming;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Response;
import dev.latchkey.http.Traffic.Cut;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection of HTTP/1.1 or 1.0. Requests are answered one after the other; one that
 * sends many at once takes turns with the other connections of its loop.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // What fails comes back as an exception of the channel.
final class Http1Connection extends ChannelInboundHandlerAdapter implements WatchedConnection {
    /** What is read ahead of the request that is being answered, to notice a client that leaves. */
    private static final int READ_AHEAD = 65_536;

    private static final int USUAL_ANSWER = 1_024;

    /** A longer body is not copied behind its head. */
    private static final int COPIED_BODY = 8_192;

    private final Loop loop;
    private final Incoming.Peer peer;
    private final Channel channel;
    private final HeadReader heads = new HeadReader();
    private final Pace pace;
    private final ConnectionUsage usage;

    /** What has come and is not understood yet. */
    private @Nullable ByteBuf in;

    /** What goes out with the next flush. */
    private @Nullable ByteBuf out;

    private @Nullable Http1Exchange exchange;
    private @Nullable Http1Exchange tunnel;
    private boolean isProcessing;
    private boolean isTurnOver;
    private boolean isInputEnded;
    private boolean isLast;
    private boolean isLingering;
    private boolean isGone;
    private long written;

    Http1Connection(Loop loop, Channel channel, Incoming.Peer peer) {
        this.loop = loop;
        this.channel = channel;
        this.peer = peer;
        this.pace = new Pace(loop.timeouts(), System.nanoTime());
        this.usage = new ConnectionUsage(loop);
    }

    Loop loop() {
        return loop;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        loop.watch(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        var bytes = (ByteBuf) message;
        if (tunnel != null) {
            tunnel.bodyCame(bytes);
            return;
        }
        if (isGone || (isLast && exchange == null)) {
            bytes.release();
            return;
        }
        if (in == null) {
            in = bytes;
        } else {
            in.writeBytes(bytes);
            bytes.release();
        }
        process();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        flush();
        loop.giveWay();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            isInputEnded = true;
            process();
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (channel.isWritable()) {
            if (exchange != null) {
                exchange.becameWritable();
            }
            if (tunnel != null) {
                tunnel.becameWritable();
            }
            process();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        gone();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        gone();
    }

    /** A connection that breaks concerns nobody but its client. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LoopErrors.report(cause);
        channel.close();
    }

    private void gone() {
        if (isGone) {
            return;
        }
        isGone = true;
        loop.forget(this);
        if (in != null) {
            in.release();
            in = null;
        }
        if (out != null) {
            out.release();
            out = null;
        }
        account();
        if (exchange != null) {
            exchange.clientLeft();
        }
        if (tunnel != null) {
            tunnel.clientLeft();
        }
    }

    /** Understands what has come, as far as it goes. */
    private void process() {
        if (isProcessing || isGone || isTurnOver) {
            return;
        }
        isProcessing = true;
        try {
            int answered = 0;
            while (!isGone && step()) {
                if (exchange == null && ++answered >= loop.totals().limits().pipelined()) {
                    yieldTurn();
                    break;
                }
            }
            if (isInputEnded && !isTurnOver) {
                inputEnded();
            }
        } finally {
            isProcessing = false;
        }
        if (!isGone) {
            tidy();
        }
    }

    /** One request or one part of a body; false if there is nothing to do now. */
    private boolean step() {
        if (in == null || !in.isReadable()) {
            return false;
        }
        Http1Exchange current = exchange;
        if (current != null) {
            return current.read(in);
        }
        if (isLast || !channel.isWritable()) {
            return false;
        }
        switch (heads.read(in)) {
            case HeadReader.Incomplete.MORE_IS_NEEDED -> {
                pace.headBegan(System.nanoTime());
                return false;
            }
            case HeadReader.Refused refused -> refuse(refused.refusal(), refused.path());
            case RequestHead head -> begin(head);
        }
        return true;
    }

    private void begin(RequestHead head) {
        pace.headIsWhole();
        var incoming =
                new Incoming(head.method(), head.path(), head.query(), head, peer, head.length());
        var begun = new Http1Exchange(this, head, incoming);
        exchange = begun;
        begun.begin();
    }

    private void refuse(Refusal refusal, String path) {
        isLast = true;
        Response response = loop.routes().refuse(path, NoHeaders.NONE, refusal);
        byte[] body = ((Content.Whole) response.content()).bytes();
        AnswerHead.begin(out(), response.status(), loop, response.headers());
        AnswerHead.length(out(), body.length);
        AnswerHead.end(out(), AnswerHead.Persistence.CLOSE);
        writeBody(body);
        end();
    }

    /**
     * The others of this loop come first; then it goes on where it stopped. The loop runs what it
     * is asked to execute before it looks at other connections, and what is scheduled after that.
     */
    private void yieldTurn() {
        isTurnOver = true;
        loop.thread()
                .schedule(
                        () -> {
                            isTurnOver = false;
                            process();
                            flush();
                            loop.giveWay();
                        },
                        0,
                        TimeUnit.NANOSECONDS);
    }

    private void inputEnded() {
        if (exchange != null) {
            exchange.inputEnded();
        } else if (tunnel != null) {
            tunnel.clientSaysNoMore();
        } else if (!isLast || isLingering) {
            flush();
            channel.close();
        }
    }

    /** Keeps no more memory than what has come needs, and stops reading where that is enough. */
    private void tidy() {
        if (in != null) {
            int left = in.readableBytes();
            if (left == 0) {
                in.release();
                in = null;
            } else if (in.isDirect() || in.capacity() > 2 * left + 512) {
                ByteBuf smaller = Unpooled.buffer(left + 256);
                smaller.writeBytes(in);
                in.release();
                in = smaller;
            }
        }
        if (tunnel == null) {
            boolean hasRoom = in == null || in.readableBytes() < READ_AHEAD;
            channel.config().setAutoRead(hasRoom && !isTurnOver);
        }
        account();
    }

    private void account() {
        if (isGone) {
            usage.become(0, 0);
        } else {
            usage.become((in == null ? 0 : in.capacity()) + bodyBytes(), pendingBytes());
        }
    }

    private long bodyBytes() {
        return exchange != null && exchange.waitsForBody() ? exchange.collectedBytes() : 0;
    }

    private long pendingBytes() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }

    /** Where the next bytes of an answer are written. */
    ByteBuf out() {
        if (out == null) {
            out = channel.alloc().ioBuffer(USUAL_ANSWER);
        }
        return out;
    }

    void writeBody(byte[] body) {
        if (body.length <= COPIED_BODY) {
            out().writeBytes(body);
        } else {
            write(Unpooled.wrappedBuffer(body));
        }
    }

    /** Behind what was written before; takes the bytes over. */
    void write(ByteBuf bytes) {
        writeOut();
        written += bytes.readableBytes();
        channel.write(bytes, channel.voidPromise());
    }

    private void writeOut() {
        if (out != null) {
            ByteBuf ready = out;
            out = null;
            written += ready.readableBytes();
            channel.write(ready, channel.voidPromise());
        }
    }

    void flush() {
        if (isGone) {
            return;
        }
        writeOut();
        channel.flush();
        account();
    }

    boolean isWritable() {
        return channel.isWritable();
    }

    /** Whether the answer under way is the last one. */
    boolean isLast() {
        return isLast;
    }

    void closeAfterThis() {
        isLast = true;
    }

    /** Whether the body may come has changed. */
    void bodyIsWanted() {
        if (tunnel != null) {
            channel.config().setAutoRead(tunnel.mayCome());
            return;
        }
        keepPace();
        if (!isProcessing) {
            process();
            flush();
        }
    }

    void bodyCame(int bytes) {
        pace.bodyCame(System.nanoTime(), bytes);
        keepPace();
    }

    private void keepPace() {
        if (exchange != null && exchange.waitsForBody()) {
            pace.waitsForBody(System.nanoTime());
        } else {
            pace.bodyRests(System.nanoTime());
        }
    }

    void finished(Http1Exchange over, boolean isTheLast) {
        if (exchange != over) {
            return;
        }
        exchange = null;
        isLast |= isTheLast;
        usage.waitForClient();
        pace.answered(usage.waitingSince());
        if (isLast) {
            end();
        } else if (!isProcessing) {
            process();
            flush();
        }
    }

    /**
     * Ends the connection in good order. A client that is still sending would lose the answer if
     * the connection were closed on it, so its bytes are taken and thrown away for a while.
     */
    void end() {
        tunnel = null;
        writeOut();
        boolean mayLinger =
                channel instanceof DuplexChannel
                        && channel.pipeline().first() == this
                        && !isInputEnded;
        var flushed = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
        if (!mayLinger) {
            flushed.addListener(ChannelFutureListener.CLOSE);
            return;
        }
        isLingering = true;
        pace.lingers(System.nanoTime());
        if (in != null) {
            in.skipBytes(in.readableBytes());
        }
        flushed.addListener(done -> ((DuplexChannel) channel).shutdownOutput());
        channel.config().setAutoRead(true);
    }

    /** Ends the connection so that the client notices that something is missing. */
    void reset() {
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.unsafe().close(channel.voidPromise());
        }
    }

    void becomeTunnel() {
        tunnel = exchange;
        exchange = null;
        isLast = true;
        pace.headIsWhole();
        if (tunnel != null && in != null) {
            ByteBuf early = in;
            in = null;
            tunnel.bodyCame(early);
        }
    }

    @Override
    public void look(long now) {
        account();
        if (pace.isSendingTooSlowly(now)) {
            cut(pace.isIdle() ? Cut.IDLE : Cut.SLOW_REQUEST);
        } else if (pace.isTakingTooSlowly(
                now, written - usage.unsentBytes(), usage.unsentBytes())) {
            cut(Cut.SLOW_READER);
        }
    }

    @Override
    public ConnectionUsage usage() {
        return usage;
    }

    @Override
    public boolean waitsForClient() {
        return tunnel == null && (exchange == null || exchange.waitsForBody());
    }

    /** Its bytes are free at once: the loop that makes room counts on that. */
    @Override
    public void cut(Cut why) {
        if (isGone) {
            return;
        }
        loop.totals().cutFor(why);
        if (usage.unsentBytes() > 0) {
            reset();
        } else {
            channel.close();
        }
        gone();
    }

    @Override
    public void stop() {
        isLast = true;
        if (exchange == null && tunnel == null) {
            channel.close();
        }
    }
}
