package dev.latchkey.faults.inject;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;
import java.util.function.Consumer;

/** One client's connection and the one to the server that belongs to it. */
final class ProxiedConnection {
    private static final int BUFFER = 16_384;

    private final Socket client;
    private final Socket server;
    private final Faults faults;
    private final Consumer<ProxiedConnection> ended;
    private final Thread toServer;
    private final Thread toClient;
    private volatile boolean isClientLost;

    ProxiedConnection(
            Socket client, Socket server, Faults faults, Consumer<ProxiedConnection> ended) {
        this.client = client;
        this.server = server;
        this.faults = faults;
        this.ended = ended;
        this.toServer = Thread.ofVirtual().name("to-server").unstarted(() -> run(this::ask));
        this.toClient = Thread.ofVirtual().name("to-client").unstarted(() -> run(this::answer));
    }

    /** What happens to the bytes of both directions. */
    record Faults(Gate toServer, Gate toClient, CommitFilter commits) {}

    void start() {
        toServer.start();
        toClient.start();
    }

    /** Both sides learn of it. */
    void end(TcpProxy.Ending ending) {
        ending.end(client);
        ending.end(server);
        toServer.interrupt();
        toClient.interrupt();
        ended.accept(this);
    }

    /**
     * The server hears nothing any more, and does not learn why. No thread is interrupted: a socket
     * that a virtual thread waits for is closed when the thread is interrupted.
     */
    void loseClient() {
        isClientLost = true;
        TcpProxy.Ending.RESET.end(client);
    }

    boolean isClientLost() {
        return isClientLost;
    }

    private interface Copying {
        /** Returns whether the connection is at its end. */
        boolean copy() throws IOException;
    }

    private void run(Copying copying) {
        boolean isAtEnd;
        try {
            isAtEnd = copying.copy();
        } catch (IOException broken) {
            // One side has gone, or the test has ended the connection.
            isAtEnd = true;
        }
        if (isAtEnd && !isClientLost) {
            end(TcpProxy.Ending.FINISH);
        }
    }

    /** The end of what the client sends waits at the gate as its bytes do. */
    private boolean ask() throws IOException {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        var buffer = new byte[BUFFER];
        int length;
        do {
            length = in.read(buffer);
            faults.toServer().pass();
            if (length > 0 && !isClientLost) {
                out.write(buffer, 0, length);
            }
        } while (length >= 0);
        return true;
    }

    private boolean answer() throws IOException {
        OutputStream out = new GatedStream(client.getOutputStream(), faults.toClient());
        var answers = new PostgresAnswers(server.getInputStream(), out, faults.commits());
        Optional<CommitFilter.Swallowed> swallowed = answers.copy();
        if (swallowed.isEmpty()) {
            return true;
        }
        Optional<TcpProxy.Ending> ending = swallowed.get().ending();
        ending.ifPresent(how -> how.end(client));
        // A client whose side stays open ends the connection itself.
        return ending.isPresent();
    }
}
