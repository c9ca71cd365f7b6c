package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.AddressGate;
import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Traffic.Cut;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Sets up a new connection: counts it, and gives it its account and its first handlers. */
@SuppressWarnings("FutureReturnValueIgnored") // The library logs a failed task.
final class NewConnection extends ChannelInitializer<Channel> {
  private final Map<EventLoop, EventLoopContext> loops;
  private final ConnectionTotals totals;
  private final Optional<Tls> tls;
  private final Optional<Integer> publishedPort;

  /**
   * {@code publishedPort} is present for a listener whose connections have no port, such as a Unix
   * socket.
   */
  NewConnection(
      Map<EventLoop, EventLoopContext> loops,
      ConnectionTotals totals,
      Optional<Tls> tls,
      Optional<Integer> publishedPort) {
    this.loops = loops;
    this.totals = totals;
    this.tls = tls;
    this.publishedPort = publishedPort;
  }

  @Override
  protected void initChannel(Channel channel) {
    EventLoopContext loop = Objects.requireNonNull(loops.get(channel.eventLoop()));
    Incoming.Peer peer = peer(channel);
    var network = AddressGate.network(peer.address());
    Optional<Holdings> ofNetwork = totals.openedFrom(network, loop.limits());
    if (ofNetwork.isEmpty()) {
      totals.countCut(Cut.ADDRESS);
      channel.close();
      return;
    }
    var account = new ClientAccount(loop, network, ofNetwork.get());
    channel.closeFuture().addListener(closed -> account.close());
    boolean fits = totals.opened(loop.limits());
    channel.closeFuture().addListener(closed -> totals.closed());
    if (!fits && !loop.makeRoom()) {
      totals.countCut(Cut.TOTAL);
      channel.close();
      return;
    }
    if (tls.isEmpty()) {
      channel.pipeline().addLast(new Http1Connection(channel, peer, account));
    } else {
      TlsHandler handler = tls.get().handler(channel.alloc(), account);
      channel.pipeline().addLast(handler, handler.counter(), new Handshake(channel, peer, account));
    }
  }

  private Incoming.Peer peer(Channel channel) {
    if (publishedPort.isPresent()) {
      return new Incoming.Peer(Incoming.Peer.UNIX_SOCKET, publishedPort.get(), false);
    }
    var here = (InetSocketAddress) channel.localAddress();
    var there = (InetSocketAddress) channel.remoteAddress();
    return new Incoming.Peer(there.getAddress().getHostAddress(), here.getPort(), tls.isPresent());
  }
}
