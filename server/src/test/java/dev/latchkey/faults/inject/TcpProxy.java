package dev.latchkey.faults.inject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The network between a node and its PostgreSQL, which a test can break. Every fault lasts until
 * {@link #pass} is called. The proxy holds at most a few buffers of 16 KiB of each connection; what
 * it does not take waits in the sockets, as on a real network.
 */
public final class TcpProxy implements AutoCloseable {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int BACKLOG = 128;

    /** Keeps the port while nothing listens there: Linux refuses every connection to it then. */
    private final Socket heldPort;

    private final Gate toServer = new Gate();
    private final Gate toClient = new Gate();
    private final CommitFilter commits = new CommitFilter();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile InetSocketAddress server;
    private Optional<Listener> listener = Optional.empty();

    private TcpProxy(InetSocketAddress server) throws IOException {
        this.server = server;
        heldPort = new Socket();
        heldPort.setReuseAddress(true);
        heldPort.bind(at(0));
        listen();
    }

    /** How a connection ends for who is at the other end of it. */
    public enum Ending {
        /** With a reset: the next read or write fails. */
        RESET,
        /** In order: the next read finds the end. */
        FINISH;

        void end(Socket socket) {
            try {
                if (this == RESET) {
                    socket.setSoLinger(true, 0);
                }
                socket.close();
            } catch (IOException alreadyEnded) {
                // Then the other side knows already.
            }
        }
    }

    /** Which way bytes go. */
    public enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    public static TcpProxy to(int port) {
        try {
            return new TcpProxy(at(port));
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    public int port() {
        return heldPort.getLocalPort();
    }

    /** The address of a database, by way of this proxy. */
    public String url(String database) {
        return database.replaceFirst("//[^/]+/", "//127.0.0.1:" + port() + "/");
    }

    /** From now on, new connections go to the server at this port, such as another standby. */
    public void forwardTo(int port) {
        server = at(port);
    }

    /**
     * Ends every fault. Bytes that were kept go on; connections whose client was lost stay as they
     * are.
     */
    public synchronized void pass() {
        commits.pass();
        toServer.open();
        toClient.open();
        if (listener.isEmpty()) {
            try {
                listen();
            } catch (IOException cause) {
                throw new UncheckedIOException(cause);
            }
        }
    }

    /** Ends every connection on both sides, and takes new ones. */
    public void cut(Ending ending) {
        connections.stream()
                .filter(connection -> !connection.isClientLost())
                .forEach(connection -> connection.end(ending));
    }

    /** Refuses new connections, as a machine where no server runs; open ones go on. */
    public synchronized void refuse() {
        listener.ifPresent(Listener::close);
        listener = Optional.empty();
    }

    /** Keeps all connections, takes new ones, and forwards nothing: every byte waits. */
    public void stall() {
        stall(Direction.TO_SERVER);
        stall(Direction.TO_CLIENT);
    }

    public void stall(Direction direction) {
        switch (direction) {
            case TO_SERVER -> toServer.shut();
            case TO_CLIENT -> toClient.shut();
        }
    }

    /**
     * Resets the client's side of every connection and keeps the server's side open and silent: the
     * server does not learn that the client is lost, and goes on holding its transaction and locks.
     */
    public void loseClients() {
        connections.forEach(ProxiedConnection::loseClient);
    }

    /** The server learns of every client that was lost. */
    public void forgetLostClients() {
        connections.stream()
                .filter(ProxiedConnection::isClientLost)
                .forEach(connection -> connection.end(Ending.RESET));
    }

    /**
     * Ends the client's side of a connection when the server has answered COMMIT, before the client
     * gets that answer; for the next so many COMMITs.
     */
    public void swallowCommits(int most, Ending ending) {
        commits.swallow(most, new CommitFilter.Swallowed(Optional.of(ending)));
    }

    /** The same, but the client's side stays open and silent, for as long as the client waits. */
    public void withholdCommits(int most) {
        commits.swallow(most, new CommitFilter.Swallowed(Optional.empty()));
    }

    /** How many answers to COMMIT have been swallowed or withheld so far. */
    public int swallowedCommits() {
        return commits.count();
    }

    /** How many connections it holds, lost clients included. */
    public int connections() {
        return connections.size();
    }

    @Override
    public void close() {
        Ending.RESET.end(heldPort);
        refuse();
        cut(Ending.RESET);
        forgetLostClients();
    }

    private static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private void listen() throws IOException {
        var opened = new ServerSocket();
        opened.setReuseAddress(true);
        opened.bind(heldPort.getLocalSocketAddress(), BACKLOG);
        Thread acceptor = Thread.ofVirtual().name("tcp-proxy").start(() -> accept(opened));
        listener = Optional.of(new Listener(opened, acceptor));
    }

    private record Listener(ServerSocket socket, Thread acceptor) {
        /** The port takes connections until the thread that waits for one has noticed. */
        void close() {
            try {
                socket.close();
                acceptor.join();
            } catch (IOException cause) {
                throw new UncheckedIOException(cause);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stopped);
            }
        }
    }

    private void accept(ServerSocket from) {
        try {
            while (true) {
                Socket client = from.accept();
                Thread.ofVirtual().start(() -> connect(client));
            }
        } catch (IOException refusing) {
            // The listener was closed.
        }
    }

    private void connect(Socket client) {
        var upstream = new Socket();
        try {
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
            upstream.connect(server, CONNECT_MILLIS);
        } catch (IOException down) {
            Ending.RESET.end(client);
            Ending.RESET.end(upstream);
            return;
        }
        var faults = new ProxiedConnection.Faults(toServer, toClient, commits);
        var connection = new ProxiedConnection(client, upstream, faults, connections::remove);
        connections.add(connection);
        connection.start();
        if (heldPort.isClosed()) {
            connection.end(Ending.RESET);
        }
    }
}
