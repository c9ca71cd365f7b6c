package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Traffic.Cut;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;

/**
 * A connection whose TLS handshake has not ended. After it the client's choice, HTTP/2 or HTTP/1.1,
 * takes this one's place.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The library logs a failed task.
public final class Handshake extends ApplicationProtocolNegotiationHandler
    implements WatchedConnection {
  private final Channel channel;
  private final Incoming.Peer peer;
  private final ClientAccount account;

  Handshake(Channel channel, Incoming.Peer peer, ClientAccount account) {
    super(ApplicationProtocolNames.HTTP_1_1);
    this.channel = channel;
    this.peer = peer;
    this.account = account;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) throws Exception {
    account.loop().watch(this);
    super.handlerAdded(context);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) throws Exception {
    account.loop().forget(this);
    super.handlerRemoved(context);
  }

  /** A client that sends no more cannot end the handshake. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof ChannelInputShutdownEvent) {
      channel.close();
    } else {
      super.userEventTriggered(context, event);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.fireChannelReadComplete();
    account.loop().freeMemoryIfExceeded();
  }

  @Override
  protected void configurePipeline(ChannelHandlerContext context, String protocol) {
    if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
      Http2Connection.addTo(context.pipeline(), peer, account);
    } else {
      context.pipeline().addLast(new Http1Connection(channel, peer, account));
    }
  }

  /** A failed handshake concerns its client only, so the connection is just closed. */
  @Override
  protected void handshakeFailure(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }

  /** The library ends a handshake that takes too long. */
  @Override
  public void check(long now) {}

  @Override
  public ClientAccount account() {
    return account;
  }

  @Override
  public boolean waitsForClient() {
    return true;
  }

  @Override
  public void cut(Cut why) {
    account.loop().totals().countCut(why);
    account.loop().forget(this);
    channel.close();
  }

  /** The request that may follow is answered, and its answer closes the connection. */
  @Override
  public void drain() {}

  @Override
  public void stop() {
    channel.close();
  }
}
