package dev.latchkey.http.netty;

import dev.latchkey.http.AddressGate;
import dev.latchkey.http.Incoming;
import dev.latchkey.http.Traffic.Cut;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Sets up a new connection: counts it, and chooses its protocol. */
@SuppressWarnings("FutureReturnValueIgnored") // The library logs a failed task.
final class NewConnection extends ChannelInitializer<Channel> {
    private final Map<EventLoop, Loop> loops;
    private final ConnectionTotals totals;
    private final Optional<Tls> tls;
    private final Optional<Integer> publishedPort;

    /**
     * {@code publishedPort} is present for a listener whose connections have no port, such as a
     * Unix socket.
     */
    NewConnection(
            Map<EventLoop, Loop> loops,
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
        Loop loop = Objects.requireNonNull(loops.get(channel.eventLoop()));
        Incoming.Peer peer = peer(channel);
        var network = AddressGate.network(peer.address());
        if (!totals.openedFrom(network, loop.limits())) {
            totals.countCut(Cut.ADDRESS);
            channel.close();
            return;
        }
        channel.closeFuture().addListener(closed -> totals.closedFrom(network));
        boolean fits = totals.opened(loop.limits());
        channel.closeFuture().addListener(closed -> totals.closed());
        if (!fits && !loop.makeRoom()) {
            totals.countCut(Cut.TOTAL);
            channel.close();
            return;
        }
        if (tls.isEmpty()) {
            channel.pipeline().addLast(new Http1Connection(loop, channel, peer));
        } else {
            channel.pipeline()
                    .addLast(tls.get().handler(channel.alloc()), new Negotiation(loop, peer));
        }
    }

    private Incoming.Peer peer(Channel channel) {
        if (publishedPort.isPresent()) {
            return new Incoming.Peer(Incoming.Peer.UNIX_SOCKET, publishedPort.get(), false);
        }
        var here = (InetSocketAddress) channel.localAddress();
        var there = (InetSocketAddress) channel.remoteAddress();
        return new Incoming.Peer(
                there.getAddress().getHostAddress(), here.getPort(), tls.isPresent());
    }

    /** Chooses HTTP/2 or HTTP/1.1, as the client prefers, after the TLS handshake. */
    private static final class Negotiation extends ApplicationProtocolNegotiationHandler {
        private final Loop loop;
        private final Incoming.Peer peer;

        Negotiation(Loop loop, Incoming.Peer peer) {
            super(ApplicationProtocolNames.HTTP_1_1);
            this.loop = loop;
            this.peer = peer;
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext context, String protocol) {
            if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                Http2Connection.addTo(context.pipeline(), loop, peer);
            } else {
                context.pipeline().addLast(new Http1Connection(loop, context.channel(), peer));
            }
        }

        /** A failed handshake concerns its client only, so the connection is just closed. */
        @Override
        protected void handshakeFailure(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
