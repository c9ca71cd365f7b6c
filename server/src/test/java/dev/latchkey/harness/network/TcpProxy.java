package dev.latchkey.harness.network;

import dev.latchkey.harness.Poll;
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
 * The network between a node and its PostgreSQL server, which a test can break. Every fault lasts
 * until {@link #pass} is called. For each connection, the proxy holds at most a few buffers of 16
 * KiB. All other bytes wait in the sockets, as on a real network.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int BACKLOG = 128;

  /**
   * Keeps the port reserved while no listener is open. Linux then refuses every connection to it.
   */
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

  /** How a connection ends for the program at its other end. */
  public enum Ending {
    /** With a reset: the next read or write fails. */
    RESET,
    /** With an orderly end: the next read finds the end. */
    FINISH;

    void end(Socket socket) {
      try {
        if (this == RESET) {
          socket.setSoLinger(true, 0);
        }
        socket.close();
      } catch (IOException alreadyEnded) {
        // Then the other side has already noticed the end.
      }
    }
  }

  /** The direction in which bytes are sent. */
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

  /** The address of a database through this proxy. */
  public String url(String database) {
    return database.replaceFirst("//[^/]+/", "//127.0.0.1:" + port() + "/");
  }

  /** From now on, new connections lead to the server at this port, for example another standby. */
  public void forwardTo(int port) {
    server = at(port);
  }

  /**
   * Ends every fault. Bytes that were held are forwarded. Connections whose client was lost stay as
   * they are.
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

  /** Ends all connections on both sides, and accepts new ones. */
  public void cut(Ending ending) {
    connections.stream()
        .filter(connection -> !connection.isClientLost())
        .forEach(connection -> connection.end(ending));
  }

  /** Refuses new connections, as a machine without a server does. Open connections continue. */
  public synchronized void refuse() {
    if (listener.isPresent()) {
      int port = port();
      listener.get().close();
      listener = Optional.empty();
      Poll.until(() -> refuses(port), "the end of the listener");
    }
  }

  /**
   * A process that another test is starting has a copy of the listener until it executes its
   * program. Until then the port accepts connections, and resets them later.
   */
  private static boolean refuses(int port) {
    try (var attempt = new Socket()) {
      attempt.connect(at(port), CONNECT_MILLIS);
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  /** Keeps all connections and accepts new ones, but forwards nothing: all bytes wait. */
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
   * Resets the client's side of every connection, and keeps the server's side open without any
   * traffic. The server does not notice that the client is lost, and keeps its transaction and
   * locks.
   */
  public void loseClients() {
    connections.forEach(ProxiedConnection::loseClient);
  }

  /**
   * Closes the server's side of these connections, so that the server notices that the clients are
   * lost.
   */
  public void forgetLostClients() {
    connections.stream()
        .filter(ProxiedConnection::isClientLost)
        .forEach(connection -> connection.end(Ending.RESET));
  }

  /**
   * Ends the client's side of a connection when the server has answered COMMIT, before the client
   * gets this answer. It does this for the next {@code most} answers.
   */
  public void swallowCommits(int most, Ending ending) {
    commits.swallow(most, new CommitFilter.Swallowed(Optional.of(ending)));
  }

  /** The same, but the client's side stays open without an answer, as long as the client waits. */
  public void withholdCommits(int most) {
    commits.swallow(most, new CommitFilter.Swallowed(Optional.empty()));
  }

  /** How many answers to COMMIT have been swallowed or withheld so far. */
  public int swallowedCommits() {
    return commits.count();
  }

  /** How many connections the proxy holds, including those of lost clients. */
  public int connections() {
    return connections.size();
  }

  @Override
  public void close() {
    refuse();
    Ending.RESET.end(heldPort);
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
    /**
     * The port accepts connections until the thread that waits for one has noticed that the
     * listener is closed.
     */
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
