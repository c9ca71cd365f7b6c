package dev.latchkey.http.netty;

import dev.latchkey.http.AddressGate;
import dev.latchkey.http.CatchUp;
import dev.latchkey.http.Incoming;
import dev.latchkey.http.Routes;
import dev.latchkey.http.Traffic;
import dev.latchkey.http.Traffic.Cut;
import dev.latchkey.model.ConnectionLimits;
import dev.latchkey.model.Waits;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Listens and serves. One thread accepts connections, so that new ones never wait behind busy ones;
 * an event loop for each processor reads requests and sends answers.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails is told by the library.
public final class Server implements AutoCloseable {
    private static final int BACKLOG = 4_096;

    /** More at a time would let one client that sends much keep the others waiting. */
    private static final int READ_BYTES = 65_536;

    private final EventLoopGroup acceptor;
    private final EventLoopGroup loops;
    private final Map<EventLoop, Loop> byThread;
    private final Accounts accounts;
    private final Duration grace;
    private final Channel listener;

    private Server(
            EventLoopGroup acceptor,
            EventLoopGroup loops,
            Map<EventLoop, Loop> byThread,
            Accounts accounts,
            Duration grace,
            Channel listener) {
        this.acceptor = acceptor;
        this.loops = loops;
        this.byThread = byThread;
        this.accounts = accounts;
        this.grace = grace;
        this.listener = listener;
    }

    public static Server start(
            String host,
            int port,
            Routes routes,
            CatchUp catchUp,
            Waits waits,
            ConnectionLimits limits) {
        Transport transport = Transport.BEST;
        int threads = Runtime.getRuntime().availableProcessors();
        EventLoopGroup acceptor = transport.loops(1, "accept");
        EventLoopGroup loops = transport.loops(threads, "http");
        var accounts = new Accounts(limits);
        var serving = new Loop.Serving(routes, catchUp, waits, accounts, threads);
        var byThread = new HashMap<EventLoop, Loop>();
        for (EventExecutor thread : loops) {
            byThread.put((EventLoop) thread, new Loop((EventLoop) thread, serving));
        }
        ChannelFuture bound =
                new ServerBootstrap()
                        .group(acceptor, loops)
                        .channelFactory(transport::server)
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                        .childOption(
                                ChannelOption.RECVBUF_ALLOCATOR,
                                new AdaptiveRecvByteBufAllocator(512, 2_048, READ_BYTES)
                                        .maxMessagesPerRead(1))
                        .childHandler(new Opening(byThread, accounts))
                        .bind(address(host, port))
                        .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            acceptor.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new UncheckedIOException(
                    "cannot listen on " + host + ":" + port, new IOException(bound.cause()));
        }
        return new Server(acceptor, loops, byThread, accounts, waits.stop(), bound.channel());
    }

    private static SocketAddress address(String host, int port) {
        try {
            return new InetSocketAddress(InetAddress.getAllByName(host)[0], port);
        } catch (UnknownHostException unknown) {
            throw new UncheckedIOException(unknown);
        }
    }

    public int port() {
        return listener.localAddress() instanceof InetSocketAddress here ? here.getPort() : 0;
    }

    public Traffic traffic() {
        return accounts;
    }

    /** Takes no more requests, and lets those under way end for as long as it waits at a stop. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        byThread.values().forEach(loop -> loop.run(loop::closeIdle));
        long until = System.nanoTime() + grace.toNanos();
        while (accounts.open() > 0 && System.nanoTime() < until) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** What happens to each new connection. */
    private static final class Opening extends ChannelInitializer<Channel> {
        private final Map<EventLoop, Loop> byThread;
        private final Accounts accounts;

        Opening(Map<EventLoop, Loop> byThread, Accounts accounts) {
            this.byThread = byThread;
            this.accounts = accounts;
        }

        @Override
        protected void initChannel(Channel channel) {
            Loop loop = Objects.requireNonNull(byThread.get(channel.eventLoop()));
            boolean fits = accounts.opened();
            channel.closeFuture().addListener(closed -> accounts.closed());
            if (!fits && !loop.makeRoom()) {
                accounts.cutFor(Cut.TOTAL);
                channel.close();
                return;
            }
            var peer = peer(channel);
            String network = AddressGate.network(peer.address());
            if (!accounts.enter(network)) {
                accounts.cutFor(Cut.ADDRESS);
                channel.close();
                return;
            }
            channel.closeFuture().addListener(closed -> accounts.leave(network));
            channel.pipeline().addLast(new Http1Connection(loop, channel, peer));
        }

        private static Incoming.Peer peer(Channel channel) {
            return channel.remoteAddress() instanceof InetSocketAddress there
                    ? new Incoming.Peer(
                            there.getAddress().getHostAddress(),
                            ((InetSocketAddress) channel.localAddress()).getPort(),
                            false)
                    : new Incoming.Peer(Incoming.Peer.UNIX_SOCKET, 0, false);
        }
    }
}
