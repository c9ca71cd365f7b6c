package dev.latchkey.http.netty;

import dev.latchkey.http.Relay;
import dev.latchkey.http.Upstream;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/** The connections of one event loop to one service: bounded, and kept for the next calls. */
final class UpstreamPool {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int WAITING_CALLS = 1_024;

    private final Loop loop;
    private final Upstream upstream;
    private final Addresses addresses;
    private final int most;
    private final Map<URI, Deque<UpstreamConnection>> resting = new HashMap<>();
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private int open;

    UpstreamPool(Loop loop, Upstream upstream) {
        this.loop = loop;
        this.upstream = upstream;
        this.addresses = new Addresses(upstream.addresses(), System::nanoTime);
        this.most = Math.max(1, upstream.connections() / loop.loops());
    }

    /** A call that waits for a connection to become free. */
    private record Waiting(RelayedCall call, long until) {}

    /**
     * Gives the call a connection, now or later, or tells it why not.
     *
     * @param mayBeUsed whether a connection will do that has served before, and may be closed by
     *     the service in this moment
     */
    void lease(RelayedCall call, boolean mayBeUsed) {
        List<URI> order = addresses.inOrder();
        if (mayBeUsed) {
            for (URI address : order) {
                Deque<UpstreamConnection> here = resting.get(address);
                UpstreamConnection known = here == null ? null : here.poll();
                if (known != null) {
                    known.serve(call);
                    return;
                }
                if (!addresses.isAside(address)) {
                    break;
                }
            }
        }
        if (open < most || closeOneThatRests()) {
            open++;
            connect(call, order.iterator());
        } else if (waiting.size() < WAITING_CALLS) {
            long patience = upstream.connectTimeout().toNanos();
            waiting.add(new Waiting(call, System.nanoTime() + patience));
        } else {
            call.unleased(Relay.Failure.BUSY, new IOException("too many calls wait"));
        }
    }

    /** One to another address: it would keep a call waiting that nobody there is to answer. */
    private boolean closeOneThatRests() {
        for (Deque<UpstreamConnection> here : resting.values()) {
            UpstreamConnection longest = here.pollLast();
            if (longest != null) {
                longest.close();
                return true;
            }
        }
        return false;
    }

    private void connect(RelayedCall call, Iterator<URI> order) {
        URI address = order.next();
        resolve(
                address.getHost(),
                host -> connect(call, address, host, order),
                cause -> failed(call, address, order, cause));
    }

    private void connect(RelayedCall call, URI address, InetAddress host, Iterator<URI> order) {
        boolean isSecure = address.getScheme().equals("https");
        int usual = isSecure ? HTTPS : HTTP;
        int port = address.getPort() > 0 ? address.getPort() : usual;
        int timeout = Math.toIntExact(upstream.connectTimeout().toMillis());
        var connection = new UpstreamConnection(this, address);
        new Bootstrap()
                .group(loop.thread())
                .channelFactory(Transport.BEST::client)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeout)
                .handler(
                        new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel channel) throws SSLException {
                                if (isSecure) {
                                    SslHandler tls =
                                            tls().newHandler(
                                                            channel.alloc(),
                                                            address.getHost(),
                                                            port);
                                    tls.setHandshakeTimeoutMillis(timeout);
                                    channel.pipeline().addLast(tls);
                                }
                                connection.addTo(channel.pipeline());
                            }
                        })
                .connect(new InetSocketAddress(host, port))
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        failed(call, address, order, connected.cause());
                    } else if (isSecure) {
                        connection
                                .handshake()
                                .addListener(secured -> {
                                    if (secured.isSuccess()) {
                                        connection.serve(call);
                                    } else {
                                        connection.close();
                                        failed(call, address, order, secured.cause());
                                    }
                                });
                    } else {
                        connection.serve(call);
                    }
                });
    }

    /** Nothing of the call has been sent yet, so the next address may be tried. */
    private void failed(RelayedCall call, URI address, Iterator<URI> order, Throwable cause) {
        addresses.failed(address);
        LOG.log(
                System.Logger.Level.WARNING,
                "upstream {0}: {1} takes no connection ({2})",
                upstream.name(),
                address,
                cause.getClass().getSimpleName());
        if (order.hasNext() && !call.isOver()) {
            connect(call, order);
        } else {
            closed();
            call.unleased(Relay.Failure.UNREACHABLE, cause);
        }
    }

    /** A name is looked up on a thread that may wait. */
    private void resolve(String host, Consumer<InetAddress> found, Consumer<Throwable> unknown) {
        try {
            found.accept(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException aName) {
            Thread.ofVirtual()
                    .name("name-lookup")
                    .start(() -> {
                        try {
                            InetAddress address = InetAddress.getByName(host);
                            loop.run(() -> found.accept(address));
                        } catch (UnknownHostException cause) {
                            loop.run(() -> unknown.accept(cause));
                        }
                    });
        }
    }

    private static SslContext tls() throws SSLException {
        return Trust.CONTEXT;
    }

    /** Made when the first upstream with https is called. */
    private static final class Trust {
        static final SslContext CONTEXT = make();

        private static SslContext make() {
            try {
                return SslContextBuilder.forClient()
                        .endpointIdentificationAlgorithm("HTTPS")
                        .build();
            } catch (SSLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    /** The address answers: whatever happened there before. */
    void works(URI address) {
        addresses.works(address);
    }

    /** A call failed on a connection that had not served before. */
    void fails(URI address) {
        addresses.failed(address);
    }

    void rest(UpstreamConnection connection) {
        Waiting next = waiting.poll();
        if (next != null) {
            connection.serve(next.call());
        } else {
            resting.computeIfAbsent(connection.address(), first -> new ArrayDeque<>())
                    .push(connection);
        }
    }

    /** A connection is gone, or was never made. */
    void closed() {
        open--;
        Waiting next = waiting.poll();
        if (next != null) {
            lease(next.call(), true);
        }
    }

    void forget(UpstreamConnection connection) {
        Deque<UpstreamConnection> here = resting.get(connection.address());
        if (here != null) {
            here.remove(connection);
        }
        closed();
    }

    void look(long now) {
        while (!waiting.isEmpty() && waiting.peek().until() - now < 0) {
            waiting.remove()
                    .call()
                    .unleased(Relay.Failure.BUSY, new IOException("no connection became free"));
        }
        for (Deque<UpstreamConnection> here : resting.values()) {
            for (UpstreamConnection one : new ArrayList<>(here)) {
                if (one.hasRested(now) > KEPT_NANOS) {
                    one.close();
                }
            }
        }
    }
}
