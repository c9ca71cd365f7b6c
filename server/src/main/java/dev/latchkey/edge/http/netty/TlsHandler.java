package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Traffic.Cut;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;

/** Encrypts one connection, and charges what that needs. */
@SuppressWarnings("FutureReturnValueIgnored") // A closed connection arrives as an event.
final class TlsHandler extends SslHandler {
  /** What the JDK holds for one connection after the handshake, as measured. */
  private static final int ENGINE_BYTES = 8_000;

  /** What it holds during the handshake, with both messages. */
  private static final int HANDSHAKE_BYTES = 24_000;

  /**
   * After the handshake a record has 22 bytes apart from its contents. Each costs much more than
   * they do, so a client that sends only updates of keys, or a byte in each record, would keep the
   * loop busy. A message of a few bytes in a record of its own is usual. A record that has not
   * arrived completely has 16 KiB at most.
   */
  private static final int SPARE_BYTES = 32_768;

  private static final int SPARE_BYTES_FOR_EACH = 8;

  private final ClientAccount account;
  private final Charge charge;
  private long encrypted;
  private long decrypted;

  /** {@code tasks} runs what takes long. */
  TlsHandler(SSLEngine engine, Executor tasks, ClientAccount account) {
    super(engine, false, tasks);
    this.account = account;
    this.charge = new Charge(account);
    charge.set(HANDSHAKE_BYTES);
  }

  /** The handler after this one, which counts what was in the records. */
  ChannelInboundHandlerAdapter counter() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object content) {
        decrypted += ((ByteBuf) content).readableBytes();
        context.fireChannelRead(content);
      }
    };
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
    if (handshakeFuture().isDone()) {
      encrypted += ((ByteBuf) bytes).readableBytes();
    }
    super.channelRead(context, bytes);
    if (encrypted - decrypted > SPARE_BYTES + SPARE_BYTES_FOR_EACH * decrypted) {
      account.loop().totals().countCut(Cut.EMPTY_RECORDS);
      context.close();
    }
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
