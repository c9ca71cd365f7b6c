package dev.latchkey.gateway;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.core5.io.CloseMode;

/** The connections kept open to one upstream. */
final class UpstreamPool {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final Upstream upstream;
    private final Addresses addresses;
    private final Map<URI, Deque<UpstreamConnection>> resting = new ConcurrentHashMap<>();
    private final Set<UpstreamConnection> busy = ConcurrentHashMap.newKeySet();

    UpstreamPool(Upstream upstream) {
        this.upstream = upstream;
        this.addresses = new Addresses(upstream.addresses(), System::nanoTime);
    }

    /** A connection and whether it served before, and so may have been closed in this moment. */
    record Lease(URI address, UpstreamConnection connection, boolean isUsed) {}

    /** No address takes a connection: nothing of the call has been sent anywhere. */
    static final class Unreachable extends IOException {
        private static final long serialVersionUID = 1L;

        private final IOException last;

        Unreachable(IOException last) {
            super(last);
            this.last = last;
        }

        IOException last() {
            return last;
        }
    }

    Lease lease(boolean mayRepeat) throws IOException {
        return first(address -> {
            Optional<UpstreamConnection> known = rested(address, mayRepeat);
            return known.isPresent() ? leased(address, known.get(), true) : connect(address);
        });
    }

    /** One that has never served, so that nobody can have closed it meanwhile. */
    Lease leaseNew() throws IOException {
        return first(this::connect);
    }

    @FunctionalInterface
    private interface Try {
        Lease at(URI address) throws IOException;
    }

    /** Goes from address to address; nothing of a call has been sent before there is a lease. */
    private Lease first(Try attempt) throws IOException {
        Optional<IOException> refused = Optional.empty();
        for (URI address : addresses.inOrder()) {
            try {
                return attempt.at(address);
            } catch (IOException cause) {
                refused = Optional.of(cause);
            }
        }
        throw new Unreachable(refused.orElseThrow());
    }

    private Lease connect(URI address) throws IOException {
        try {
            UpstreamConnection connection = open(address);
            return leased(address, connection, false);
        } catch (IOException cause) {
            addresses.failed(address);
            LOG.log(
                    System.Logger.Level.WARNING,
                    "upstream {0}: {1} takes no connection ({2})",
                    upstream.name(),
                    address,
                    cause.getClass().getSimpleName());
            throw cause;
        }
    }

    void giveBack(Lease lease) {
        busy.remove(lease.connection());
        lease.connection().rest();
        resting.computeIfAbsent(lease.address(), first -> new ConcurrentLinkedDeque<>())
                .push(lease.connection());
    }

    /** Its address answers: whatever happened there before. */
    void works(Lease lease) {
        addresses.works(lease.address());
    }

    /** A connection that served before may only have been closed meanwhile; a new one was not. */
    void failed(Lease lease) {
        discard(lease);
        if (!lease.isUsed()) {
            addresses.failed(lease.address());
        }
    }

    void discard(Lease lease) {
        busy.remove(lease.connection());
        lease.connection().close(CloseMode.IMMEDIATE);
    }

    /**
     * Ends the exchanges that wait for too long, those that nobody waits for, and connections that
     * are not needed any more.
     */
    void lookRound() {
        busy.forEach(UpstreamConnection::lookAt);
        resting.values().forEach(UpstreamPool::closeWorn);
    }

    /** Those that rested longest are last. Whoever takes one out has it: this, or a call. */
    private static void closeWorn(Deque<UpstreamConnection> here) {
        for (var last = here.peekLast(); last != null && last.isWorn(); last = here.peekLast()) {
            if (here.remove(last)) {
                last.close(CloseMode.IMMEDIATE);
            }
        }
    }

    private Lease leased(URI address, UpstreamConnection connection, boolean isUsed) {
        busy.add(connection);
        return new Lease(address, connection, isUsed);
    }

    private Optional<UpstreamConnection> rested(URI address, boolean mayRepeat) {
        Deque<UpstreamConnection> here = resting.get(address);
        while (here != null) {
            UpstreamConnection connection = here.poll();
            if (connection == null) {
                return Optional.empty();
            }
            if (connection.isFresh(mayRepeat)) {
                return Optional.of(connection);
            }
            connection.close(CloseMode.IMMEDIATE);
        }
        return Optional.empty();
    }

    private UpstreamConnection open(URI address) throws IOException {
        boolean isSecure = address.getScheme().equals("https");
        int usual = isSecure ? HTTPS : HTTP;
        int port = address.getPort() > 0 ? address.getPort() : usual;
        Duration idle = upstream.idleTimeout();
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(
                    new InetSocketAddress(address.getHost(), port),
                    Math.toIntExact(upstream.connectTimeout().toMillis()));
            if (!isSecure) {
                return UpstreamConnection.over(socket, idle);
            }
            return UpstreamConnection.over(secured(socket, address.getHost(), port), socket, idle);
        } catch (IOException | RuntimeException cause) {
            socket.close();
            throw cause;
        }
    }

    private SSLSocket secured(Socket socket, String host, int port) throws IOException {
        var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        var secured = (SSLSocket) factory.createSocket(socket, host, port, true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.setSoTimeout(Math.toIntExact(upstream.connectTimeout().toMillis()));
        secured.startHandshake();
        return secured;
    }
}
