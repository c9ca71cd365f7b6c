package dev.latchkey.bench.host;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * The yardstick: plain Netty, without any code of the product, that answers GET and POST with
 * prepared bytes. It is also the service behind the gateway, where a body of 1 GiB can be fetched
 * and sent.
 */
public final class FixedServer implements AutoCloseable {
  /** The beginning of the line that its process prints; the port follows. */
  public static final String PORT_LINE = "The fixed answer is at port ";

  /** The same path as that of a check, so that both servers get the same request. */
  public static final String PATH = "/oauth2/introspect";

  public static final String OPEN_PATH = "/openapi/v2/fixed";
  public static final String LARGE_PATH = "/openapi/v2/large";
  public static final long LARGE_BYTES = 1L << 30;

  private static final int BACKLOG = 4_096;

  private final EventLoopGroup loops;
  private final Channel channel;
  private final ChannelGroup connections;

  private FixedServer(EventLoopGroup loops, Channel channel, ChannelGroup connections) {
    this.loops = loops;
    this.channel = channel;
    this.connections = connections;
  }

  /** One event loop for each processor that this process may use. */
  public static FixedServer start(FixedAnswer answer) {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory events = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> sockets =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    var loops = new MultiThreadIoEventLoopGroup(Runtime.getRuntime().availableProcessors(), events);
    var connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    Channel channel =
        new ServerBootstrap()
            .group(loops)
            .channel(sockets)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel accepted) {
                    connections.add(accepted);
                    accepted.pipeline().addLast(new HttpServerCodec(), new FixedHandler(answer));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
    return new FixedServer(loops, channel, connections);
  }

  /**
   * The argument is the size of the answer with its head. The process ends when its standard input
   * ends.
   */
  public static void main(String[] arguments) throws IOException {
    try (FixedServer server =
        FixedServer.start(FixedAnswer.ofNetty(Integer.parseInt(arguments[0])))) {
      System.out.println(PORT_LINE + server.port());
      while (System.in.read() >= 0) {
        // Only the end of the input matters.
      }
    }
  }

  public int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    connections.close().syncUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
