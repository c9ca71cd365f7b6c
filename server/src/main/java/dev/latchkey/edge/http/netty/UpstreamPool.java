package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Relay;
import dev.latchkey.edge.http.Upstream;
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
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * The connections of one event loop to one service. Their number is limited, and idle ones are kept
 * for later calls.
 */
final class UpstreamPool {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final long MAX_IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A caller gets this much time to send a body or read an answer while others wait. */
  private static final long UNDISTURBED_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final EventLoopContext loop;
  private final Upstream upstream;
  private final Addresses addresses;
  private final int capacity;
  private final Map<URI, Deque<UpstreamConnection>> idle = new HashMap<>();
  private final WaitingCalls waiting = new WaitingCalls();

  /** The calls that have a connection. */
  private final Set<RelayedCall> served = new LinkedHashSet<>();

  private int open;

  /** The WebSockets and event streams among them. */
  private int lasting;

  UpstreamPool(EventLoopContext loop, Upstream upstream) {
    this.loop = loop;
    this.upstream = upstream;
    this.addresses = new Addresses(upstream.addresses(), System::nanoTime);
    this.capacity = Math.max(1, upstream.connections() / loop.loops());
  }

  /**
   * Gives the call a connection, now or later, or tells the call that it gets none.
   *
   * @param mayBeUsed whether the call may get a connection that has served before. The service may
   *     be closing such a connection at this moment.
   */
  void lease(RelayedCall call, boolean mayBeUsed) {
    List<URI> order = addresses.inOrder();
    if (mayBeUsed) {
      for (URI address : order) {
        Deque<UpstreamConnection> connections = idle.get(address);
        UpstreamConnection known = connections == null ? null : connections.poll();
        if (known != null) {
          known.serve(call);
          return;
        }
        if (!addresses.isSetAside(address)) {
          break;
        }
      }
    }
    if (open < capacity || closeAnIdleOne()) {
      open++;
      connect(call, order.iterator());
    } else if (!waiting.add(call, System.nanoTime() + upstream.connectTimeout().toNanos())) {
      call.leaseFailed(Relay.Failure.BUSY, new IOException("too many calls wait for a connection"));
    }
  }

  /**
   * Closes an idle connection to another address, so that a new one can be opened. Otherwise the
   * call would wait although a connection is idle.
   */
  private boolean closeAnIdleOne() {
    for (Deque<UpstreamConnection> connections : idle.values()) {
      UpstreamConnection oldest = connections.pollLast();
      if (oldest != null) {
        oldest.close();
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
    int usual = isSecure ? HTTPS_PORT : HTTP_PORT;
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
                  SslHandler tls = tls().newHandler(channel.alloc(), address.getHost(), port);
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

  /** Tries the next address. This is safe, because nothing of the call has been sent. */
  private void failed(RelayedCall call, URI address, Iterator<URI> order, Throwable cause) {
    addresses.failed(address);
    LOG.log(
        System.Logger.Level.WARNING,
        "upstream {0}: {1} accepts no connection ({2})",
        upstream.name(),
        address,
        cause.getClass().getSimpleName());
    if (order.hasNext() && !call.isOver()) {
      connect(call, order);
    } else {
      closed();
      call.leaseFailed(Relay.Failure.UNREACHABLE, cause);
    }
  }

  /** Resolves a host. A name is looked up on a virtual thread, because that may block. */
  private void resolve(String host, Consumer<InetAddress> found, Consumer<Throwable> unknown) {
    try {
      found.accept(InetAddress.ofLiteral(host));
    } catch (IllegalArgumentException notALiteral) {
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

  /** Created when the first upstream with https is called. */
  private static final class Trust {
    static final SslContext CONTEXT = make();

    private static SslContext make() {
      try {
        return SslContextBuilder.forClient().endpointIdentificationAlgorithm("HTTPS").build();
      } catch (SSLException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  /** The address has answered, so earlier failures no longer count. */
  void succeeded(URI address) {
    addresses.succeeded(address);
  }

  /** A call failed on a new connection to this address. */
  void failed(URI address) {
    addresses.failed(address);
  }

  void release(UpstreamConnection connection) {
    if (!waiting.isEmpty()) {
      connection.serve(waiting.next());
    } else {
      idle.computeIfAbsent(connection.address(), first -> new ArrayDeque<>()).push(connection);
    }
  }

  /** A connection was closed, or could not be opened. */
  void closed() {
    open--;
    if (!waiting.isEmpty()) {
      lease(waiting.next(), true);
    }
  }

  void forget(UpstreamConnection connection) {
    Deque<UpstreamConnection> connections = idle.get(connection.address());
    if (connections != null) {
      connections.remove(connection);
    }
    closed();
  }

  void began(RelayedCall call) {
    served.add(call);
  }

  void ended(RelayedCall call) {
    if (served.remove(call) && call.lastsAsLongAsItsCallerLikes()) {
      lasting--;
    }
  }

  /** Half of the connections are for calls that end by themselves. */
  private int mostLasting() {
    return Math.max(1, capacity / 2);
  }

  /** Whether one more call may become a WebSocket. */
  boolean openTunnel() {
    boolean mayOpen = lasting < mostLasting();
    lasting += mayOpen ? 1 : 0;
    return mayOpen;
  }

  /**
   * The answer of a call is an event stream. Nobody knew before, so it is not refused, but may have
   * to give way.
   */
  void openEventStream() {
    lasting++;
  }

  /**
   * While calls wait, others give way, one for each waiting caller: those whose callers keep a
   * connection busy with a slow body, or by reading an answer slowly, and event streams if they
   * take more than their half. The slowest give way first.
   */
  private void takeFromSlowCallers(long now) {
    if (waiting.isEmpty()) {
      return;
    }
    Stream<RelayedCall> held =
        served.stream().filter(call -> call.isHeldByCaller(now - UNDISTURBED_NANOS));
    Stream<RelayedCall> streams =
        served.stream()
            .filter(RelayedCall::isEventStream)
            .sorted(slowestFirst(now))
            .limit(Math.max(0, lasting - mostLasting()));
    Stream.concat(held, streams)
        .distinct()
        .sorted(slowestFirst(now))
        .limit(waiting.callers())
        .toList()
        .forEach(RelayedCall::giveWay);
  }

  private static Comparator<RelayedCall> slowestFirst(long now) {
    return Comparator.comparingDouble(call -> call.bytesPerNano(now));
  }

  void check(long now) {
    takeFromSlowCallers(now);
    for (RelayedCall late : waiting.expired(now)) {
      late.leaseFailed(Relay.Failure.BUSY, new IOException("no connection became free"));
    }
    for (Deque<UpstreamConnection> connections : idle.values()) {
      for (UpstreamConnection one : new ArrayList<>(connections)) {
        if (one.idleNanos(now) > MAX_IDLE_NANOS) {
          one.close();
        }
      }
    }
  }
}
