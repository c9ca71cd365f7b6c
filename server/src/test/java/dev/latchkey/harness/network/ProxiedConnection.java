package dev.latchkey.harness.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;
import java.util.function.Consumer;

/** The connection of one client, and the connection to the server that belongs to it. */
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
    this.toServer = Thread.ofVirtual().name("to-server").unstarted(() -> run(this::copyRequests));
    this.toClient = Thread.ofVirtual().name("to-client").unstarted(() -> run(this::copyAnswers));
  }

  /** The faults of both directions. */
  record Faults(Gate toServer, Gate toClient, CommitFilter commits) {}

  void start() {
    toServer.start();
    toClient.start();
  }

  /** Ends the connection for both sides. */
  void end(TcpProxy.Ending ending) {
    ending.end(client);
    ending.end(server);
    toServer.interrupt();
    toClient.interrupt();
    ended.accept(this);
  }

  /**
   * Ends only the client's side. The server receives nothing more, and is not notified. No thread
   * is interrupted, because a socket on which a virtual thread waits is closed when the thread is
   * interrupted.
   */
  void loseClient() {
    isClientLost = true;
    TcpProxy.Ending.RESET.end(client);
  }

  boolean isClientLost() {
    return isClientLost;
  }

  private interface Copy {
    /** Returns whether the connection is at its end. */
    boolean copy() throws IOException;
  }

  private void run(Copy copier) {
    boolean isAtEnd;
    try {
      isAtEnd = copier.copy();
    } catch (IOException broken) {
      // One side has closed the connection, or the test has ended it.
      isAtEnd = true;
    }
    if (isAtEnd && !isClientLost) {
      end(TcpProxy.Ending.FINISH);
    }
  }

  /** When the client closes its side, this waits at the gate as the client's bytes do. */
  private boolean copyRequests() throws IOException {
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

  private boolean copyAnswers() throws IOException {
    OutputStream out = new GatedStream(client.getOutputStream(), faults.toClient());
    var answers = new PostgresAnswers(server.getInputStream(), out, faults.commits());
    Optional<CommitFilter.Swallowed> swallowed = answers.copy();
    if (swallowed.isEmpty()) {
      return true;
    }
    Optional<TcpProxy.Ending> ending = swallowed.get().ending();
    ending.ifPresent(how -> how.end(client));
    // If the client's side stays open, the client ends the connection itself.
    return ending.isPresent();
  }
}
