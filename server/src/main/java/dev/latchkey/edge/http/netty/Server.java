package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.CatchUp;
import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.Routes;
import dev.latchkey.edge.http.Traffic;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The server. One thread accepts connections, so that a new connection never waits behind busy
 * ones. An event loop for each processor reads requests and sends answers.
 *
 * <p>Before it stops, it says at {@code /health/ready} that it is draining, for as long as a proxy
 * needs to notice. With a data file the default is not to wait: no other node could take over, and
 * the restart would only take longer.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The library logs a failed task.
public final class Server implements AutoCloseable {
  private static final int BACKLOG = 4_096;

  /**
   * The most that is read at a time. With more, a client that sends much would delay the others.
   */
  private static final int READ_BYTES = 65_536;

  private static final String OWNER_AND_GROUP = "rw-rw----";

  /** How long a connection that a client has begun to open may need until it is accepted. */
  private static final Duration LAST_HANDSHAKES = Duration.ofMillis(250);

  /** How long a request may be on its way on a connection that has been accepted. */
  private static final Duration LAST_REQUESTS = Duration.ofSeconds(1);

  private final Transport transport = Transport.BEST;
  private final EventLoopGroup acceptor = transport.loops(1, "accept");
  private final EventLoopGroup threads;
  private final Map<EventLoop, EventLoopContext> loops = new HashMap<>();
  private final ConnectionTotals totals = new ConnectionTotals();
  private final Optional<Tls> tls;
  private final List<Listener> listeners = new ArrayList<>();
  private final int port;
  private volatile Duration stopTimeout;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /** What a server answers with, and what it grants its clients. */
  public record Service(
      Routes routes, CatchUp catchUp, ClientTimeouts timeouts, ConnectionLimits limits) {
    public static Service of(Routes routes) {
      return new Service(
          routes, CatchUp.NOT_NEEDED, ClientTimeouts.DEFAULT, ConnectionLimits.DEFAULT);
    }
  }

  private Server(ListenAt where, Optional<Tls> tls, Service service) {
    int processors = Runtime.getRuntime().availableProcessors();
    this.threads = transport.loops(processors, "http");
    this.tls = tls;
    this.stopTimeout = service.timeouts.stop();
    var shared = new EventLoopContext.Shared(totals, processors);
    for (EventExecutor thread : threads) {
      loops.put((EventLoop) thread, new EventLoopContext((EventLoop) thread, shared, service));
    }
    try {
      Channel tcp =
          listen(
              transport::server,
              socket(where.host(), where.port()),
              new NewConnection(loops, totals, tls, Optional.empty()));
      this.listeners.add(new Listener(tcp, Optional.empty()));
      this.port = ((InetSocketAddress) tcp.localAddress()).getPort();
      where.unixSocket().ifPresent(this::listenLocally);
    } catch (UncheckedIOException taken) {
      stopThreads();
      throw taken;
    }
  }

  /**
   * Starts a server. Throws {@link UncheckedIOException} if it cannot listen, or if the certificate
   * cannot be used.
   */
  public static Server start(ListenAt where, Service service) {
    try {
      Optional<Tls> tls =
          where.tls().isPresent()
              ? Optional.of(Tls.of(where.tls().get(), service.timeouts.head()))
              : Optional.empty();
      return new Server(where, tls, service);
    } catch (IOException unusable) {
      throw new UncheckedIOException(
          "the certificate or key of tls cannot be used: " + unusable.getMessage(), unusable);
    }
  }

  private Channel listen(
      Supplier<ServerChannel> channels, SocketAddress address, NewConnection opening) {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(acceptor, threads)
            .channelFactory(channels::get)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(512, 2_048, READ_BYTES).maxMessagesPerRead(1))
            .childHandler(opening);
    if (address instanceof InetSocketAddress) {
      bootstrap
          .option(ChannelOption.SO_REUSEADDR, true)
          .childOption(ChannelOption.TCP_NODELAY, true);
    }
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new UncheckedIOException("cannot listen on " + address, refused(bound.cause()));
    }
    return bound.channel();
  }

  /** The same exception for every transport. Its message is that of the operating system. */
  private static BindException refused(Throwable cause) {
    String[] parts = String.valueOf(cause.getMessage()).split(": ");
    var refused = new BindException(parts[parts.length - 1]);
    refused.initCause(cause);
    return refused;
  }

  /**
   * Listens on a Unix socket that the owner of the process and the group may use. A socket that an
   * earlier process left is replaced. The socket gets its name after its permissions. Under its
   * first name it is gone by then, so Netty, which deletes whatever has that name at the end,
   * deletes nothing.
   */
  private void listenLocally(Path file) {
    try {
      SocketFile.makeRoom(file);
      Path draft = file.resolveSibling(file.getFileName() + ".new");
      SocketFile.makeRoom(draft);
      SocketAddress address =
          transport == Transport.EPOLL
              ? new DomainSocketAddress(draft.toFile())
              : UnixDomainSocketAddress.of(draft);
      Channel socket =
          listen(
              transport::unixServer,
              address,
              new NewConnection(loops, totals, Optional.empty(), Optional.of(port)));
      Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString(OWNER_AND_GROUP));
      listeners.add(new Listener(socket, Optional.of(SocketFile.move(draft, file))));
    } catch (IOException cause) {
      throw new UncheckedIOException("cannot listen on " + file + ": " + cause.getMessage(), cause);
    }
  }

  private static SocketAddress socket(String host, int port) {
    try {
      return new InetSocketAddress(InetAddress.getAllByName(host)[0], port);
    } catch (IOException unknown) {
      throw new UncheckedIOException(unknown);
    }
  }

  public int port() {
    return port;
  }

  public Traffic traffic() {
    return totals;
  }

  /**
   * Serves differently from now on. When it returns, every request that arrives gets an answer of
   * the new routes. Connections that are open keep their timeouts.
   */
  public void serve(Service latest) {
    if (isClosed.get()) {
      return;
    }
    stopTimeout = latest.timeouts.stop();
    tls.ifPresent(encryption -> encryption.limitHandshakesTo(latest.timeouts.head()));
    List<Future<?>> changes = new ArrayList<>();
    loops.values().forEach(loop -> changes.add(loop.thread().submit(() -> loop.serve(latest))));
    changes.forEach(Future::awaitUninterruptibly);
  }

  /**
   * Loads the certificate again if its files were renewed; new connections use it. It must be
   * called regularly.
   */
  public void renewCertificate() {
    tls.ifPresent(Tls::renew);
  }

  /**
   * Prepares a stop so that a proxy in front of several nodes loses no request. For this time
   * everything is served as before, but each answer closes its connection, and says so. After it no
   * new connection is accepted, and those that have been opened can send one request.
   */
  public void drain(Duration time) {
    loops.values().forEach(loop -> loop.run(loop::drain));
    waitUntil(() -> false, time);
    listeners.forEach(Listener::refuseNewConnections);
    waitUntil(() -> false, LAST_HANDSHAKES);
    listeners.forEach(Listener::close);
    waitUntil(() -> totals.open() == 0, LAST_REQUESTS);
  }

  /**
   * Stops to accept requests, and lets those that are being answered end within the time that is
   * configured for a stop.
   */
  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    listeners.forEach(Listener::close);
    loops.values().forEach(loop -> loop.run(loop::stop));
    waitUntil(() -> totals.open() == 0, stopTimeout);
    stopThreads();
  }

  private static void waitUntil(BooleanSupplier isOver, Duration most) {
    long until = System.nanoTime() + most.toNanos();
    while (!isOver.getAsBoolean() && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private void stopThreads() {
    tls.ifPresent(Tls::close);
    acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
