package dev.latchkey.http.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLEngine;

/** Encrypts one connection, and charges what that needs. */
final class TlsHandler extends SslHandler {
    /** What the JDK holds for one connection after the handshake, as measured. */
    private static final int ENGINE_BYTES = 8_000;

    /** What it holds during the handshake, with both messages. */
    private static final int HANDSHAKE_BYTES = 24_000;

    private final Charge charge;

    TlsHandler(SSLEngine engine, ClientAccount account) {
        super(engine);
        this.charge = new Charge(account);
        charge.set(HANDSHAKE_BYTES);
    }

    /** The bytes of a record that has not arrived completely. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) throws Exception {
        int engine = handshakeFuture().isDone() ? ENGINE_BYTES : HANDSHAKE_BYTES;
        charge.set(engine + actualReadableBytes());
        super.channelReadComplete(context);
    }

    @Override
    public void handlerRemoved0(ChannelHandlerContext context) throws Exception {
        charge.set(0);
        super.handlerRemoved0(context);
    }
}
