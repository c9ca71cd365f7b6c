package dev.latchkey.http.netty;

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
 * One connection to a service. It serves one call after the other; bytes that come while it serves
 * none were asked for by nobody, and end it.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // What fails comes back as an exception of the channel.
final class UpstreamConnection extends ChannelInboundHandlerAdapter {
    private static final int LINE_BYTES = 8_192;
    private static final int HEAD_BYTES = 65_536;
    private static final int PART_BYTES = 65_536;
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    private final UpstreamPool pool;
    private final URI address;
    private final ResponseReader reader = new ResponseReader();
    private @Nullable Channel channel;
    private @Nullable RelayedCall call;
    private boolean isMade;
    private boolean hasServed;
    private boolean isFree;
    private long restsSince;

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

    /** Whether it served before: then the service may have closed it in this moment. */
    boolean hasServed() {
        return hasServed;
    }

    void serve(RelayedCall next) {
        isMade = true;
        if (next.isOver()) {
            pool.rest(this);
            return;
        }
        call = next;
        isFree = false;
        channel().config().setAutoRead(true);
        next.leased(this);
    }

    /** The call is over and all of its answer has come; the next may have the connection. */
    void giveBack() {
        call = null;
        hasServed = true;
        isFree = true;
        restsSince = System.nanoTime();
    }

    void works() {
        pool.works(address);
    }

    /** The call is over, and the connection with it. */
    void discard(boolean isServiceAtFault) {
        call = null;
        if (isServiceAtFault && !hasServed) {
            pool.fails(address);
        }
        close();
    }

    void close() {
        channel().close();
    }

    long hasRested(long now) {
        return now - restsSince;
    }

    /** From now on bytes go through as they are. */
    void becomeTunnel() {
        channel().pipeline().remove(reader);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        RelayedCall current = call;
        if (current == null) {
            ReferenceCountUtil.release(message);
            isFree = false;
            close();
            return;
        }
        switch (message) {
            case ByteBuf bytes -> current.tunnelled(bytes);
            case HttpMessage bad when bad.decoderResult().isFailure() -> {
                ReferenceCountUtil.release(bad);
                current.brokenAnswer(bad.decoderResult().cause());
            }
            case HttpResponse head -> current.answerBegan(new ServiceAnswer(head));
            case HttpContent part when part.decoderResult().isFailure() -> {
                part.release();
                current.brokenAnswer(part.decoderResult().cause());
            }
            case LastHttpContent last -> {
                current.answerCame(last.content());
                current.answerEnded();
            }
            case HttpContent part -> current.answerCame(part.content());
            default -> ReferenceCountUtil.release(message);
        }
    }

    /** Only now it is known that nothing else came behind the answer. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        RelayedCall current = call;
        if (current != null) {
            current.partsCame();
        }
        if (call == null && reader.hasRest()) {
            isFree = false;
            close();
        } else if (isFree && channel().isActive()) {
            isFree = false;
            pool.rest(this);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        RelayedCall current = call;
        if (current != null && channel().isWritable()) {
            current.serviceTakesMore();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LoopErrors.report(cause);
        RelayedCall current = call;
        if (current != null) {
            current.connectionEnded(
                    this, cause instanceof IOException io ? io : new IOException(cause));
        }
        close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        RelayedCall current = call;
        call = null;
        if (isMade) {
            pool.forget(this);
        }
        if (current != null) {
            current.connectionEnded(this, new IOException("the service closed the connection"));
        }
    }

    /** The library cannot know that an answer to HEAD has no body. */
    private final class ResponseReader extends HttpResponseDecoder {
        ResponseReader() {
            super(
                    new HttpDecoderConfig()
                            .setMaxInitialLineLength(LINE_BYTES)
                            .setMaxHeaderSize(HEAD_BYTES)
                            .setMaxChunkSize(PART_BYTES));
        }

        /** Whether bytes came that belong to no answer. */
        boolean hasRest() {
            return actualReadableBytes() > 0;
        }

        @Override
        protected boolean isContentAlwaysEmpty(HttpMessage message) {
            if (!isFramed(message)) {
                throw new IllegalArgumentException("the end of the body is not said in one way");
            }
            RelayedCall current = call;
            return (current != null && current.isHead()) || super.isContentAlwaysEmpty(message);
        }

        /**
         * The end of the body must be said in one way, and a length be a number. To be asked here:
         * later the library has taken one of two ways away.
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
