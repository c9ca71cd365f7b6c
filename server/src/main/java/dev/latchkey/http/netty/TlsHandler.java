package dev.latchkey.http.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;

/** Encrypts one connection, and charges what that needs. */
final class TlsHandler extends SslHandler {
    /** What the JDK holds for one connection after the handshake, as measured. */
    private static final int ENGINE_BYTES = 8_000;

    /** What it holds during the handshake, with both messages. */
    private static final int HANDSHAKE_BYTES = 24_000;

    private final Charge charge;

    /** {@code tasks} runs what takes long. */
    TlsHandler(SSLEngine engine, Executor tasks, ClientAccount account) {
        super(engine, false, tasks);
        this.charge = new Charge(account);
        charge.set(HANDSHAKE_BYTES);
    }

    /**
     * A record that has not arrived completely may keep a buffer that is much larger than what has
     * arrived of it.
     */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) throws Exception {
        int engine = handshakeFuture().isDone() ? ENGINE_BYTES : HANDSHAKE_BYTES;
        charge.set(engine + internalBuffer().capacity());
        super.channelReadComplete(context);
    }

    @Override
    public void handlerRemoved0(ChannelHandlerContext context) throws Exception {
        charge.set(0);
        super.handlerRemoved0(context);
    }
}
