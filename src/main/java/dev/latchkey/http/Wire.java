package dev.latchkey.http;

import dev.latchkey.model.Waits;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection, between the library and the socket. What the library has no means for
 * stands here: every wait for the client is bounded, chunks are read strictly, an answer can be
 * written as it comes, and a client that left is noticed.
 */
final class Wire implements ConnectionContext {
    private final ConnectionContext below;
    private final Patience patience;
    private final DataReader reader = new WireReader(this::read);
    private final Writer writer = new Writer();

    /** A read begun to see whether the client is still there; the next request begins with it. */
    private @Nullable FutureTask<byte @Nullable []> ahead;

    Wire(ConnectionContext below, Waits waits) {
        this.below = below;
        this.patience = new Patience(waits);
    }

    /** The connection of a request, handed through by the library as its peer. */
    static Wire of(PeerInfo peer) {
        return ((Peer) peer).wire();
    }

    Patience patience() {
        return patience;
    }

    /** Breaks off whatever waits for this client. */
    void cut() {
        try {
            serverSocket().close();
        } catch (UncheckedIOException gone) {
            // Closed by the other end in the same moment.
        }
    }

    /**
     * Whether the client has closed its end. Only while nothing else reads: from the end of a
     * request to the end of its answer.
     */
    boolean isClientGone() {
        if (ahead == null) {
            ahead = new FutureTask<>(serverSocket()::get);
            Thread.startVirtualThread(ahead);
        }
        if (!ahead.isDone()) {
            return false;
        }
        try {
            return ahead.get() == null;
        } catch (ExecutionException broken) {
            return true;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    void write(byte[] bytes) {
        writer.write(BufferData.create(bytes));
    }

    /** Lets the library believe that it has answered, while the answer is written here. */
    void unheard(Runnable answer) {
        writer.isMute = true;
        try {
            answer.run();
        } finally {
            writer.isMute = false;
        }
    }

    private byte @Nullable [] read() {
        long from = patience.beforeRead();
        byte[] bytes = take();
        patience.afterRead(from, bytes == null ? 0 : bytes.length);
        return bytes;
    }

    private byte @Nullable [] take() {
        try {
            if (ahead == null) {
                return serverSocket().get();
            }
            try {
                return ahead.get();
            } finally {
                ahead = null;
            }
        } catch (UncheckedIOException | ExecutionException cause) {
            throw new ServerConnectionException("cannot read from the client", cause);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new ServerConnectionException("stopped while reading", stopping);
        }
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public DataWriter dataWriter() {
        return writer;
    }

    @Override
    public PeerInfo remotePeer() {
        return new Peer(below.remotePeer(), this);
    }

    @Override
    public PeerInfo localPeer() {
        return below.localPeer();
    }

    @Override
    public ListenerContext listenerContext() {
        return below.listenerContext();
    }

    @Override
    public ExecutorService executor() {
        return below.executor();
    }

    @Override
    public Router router() {
        return below.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
        return below.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
        return below.serverSocket();
    }

    @Override
    public boolean isSecure() {
        return below.isSecure();
    }

    @Override
    public String socketId() {
        return below.socketId();
    }

    @Override
    public String childSocketId() {
        return below.childSocketId();
    }

    private record Peer(PeerInfo below, Wire wire) implements PeerInfo {
        @Override
        public SocketAddress address() {
            return below.address();
        }

        @Override
        public String host() {
            return below.host();
        }

        @Override
        public int port() {
            return below.port();
        }

        @Override
        public Optional<Principal> tlsPrincipal() {
            return below.tlsPrincipal();
        }

        @Override
        public Optional<Certificate[]> tlsCertificates() {
            return below.tlsCertificates();
        }
    }

    private final class Writer implements DataWriter {
        private boolean isMute;

        @Override
        public void write(BufferData... buffers) {
            bounded(() -> below.dataWriter().write(buffers));
        }

        @Override
        public void write(BufferData buffer) {
            bounded(() -> below.dataWriter().write(buffer));
        }

        @Override
        public void writeNow(BufferData... buffers) {
            bounded(() -> below.dataWriter().writeNow(buffers));
        }

        @Override
        public void writeNow(BufferData buffer) {
            bounded(() -> below.dataWriter().writeNow(buffer));
        }

        @Override
        public void flush() {
            bounded(() -> below.dataWriter().flush());
        }

        private void bounded(Runnable write) {
            if (isMute) {
                return;
            }
            patience.beforeWrite();
            try {
                write.run();
            } finally {
                patience.afterWrite();
            }
        }
    }
}
