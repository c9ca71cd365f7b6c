package dev.latchkey.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.wire.Http;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainDatagramPacket;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What systemd, or another service manager with its protocol, hears of the service. */
class SystemdNoticeTest {
  @ParameterizedTest
  @ValueSource(strings = {"/notify", "@latchkey-test"})
  void it_hears_that_the_service_is_ready_and_that_it_stops(String name) throws Exception {
    var directory = Latchkey.temporaryDirectory();
    String socket = name.startsWith("@") ? name + ProcessHandle.current().pid() : directory + name;
    try (var manager = new Manager(socket);
        Program node =
            Program.withEnvironment(
                Map.of("NOTIFY_SOCKET", socket),
                "serve",
                "--data",
                directory.toString(),
                "--port",
                "0")) {
      Poll.until(() -> manager.heard().equals(List.of("READY=1")), "ready");
      assertThat(Http.here().get(node.url() + "/health/ready").status()).isEqualTo(200);

      node.stop();

      assertThat(node.exitCode()).isEqualTo(143);
      Poll.until(() -> manager.heard().equals(List.of("READY=1", "STOPPING=1")), "stopping");
    }
  }

  @Test
  void a_service_manager_that_is_away_does_not_stop_the_service() {
    var directory = Latchkey.temporaryDirectory();
    try (Program node =
        Program.withEnvironment(
            Map.of("NOTIFY_SOCKET", directory + "/nobody"),
            "serve",
            "--data",
            directory.toString(),
            "--port",
            "0")) {
      assertThat(Http.here().get(node.url() + "/health/ready").status()).isEqualTo(200);
      assertThat(node.out()).contains("systemd did not get READY=1");
    }
  }

  /** The socket of a service manager. */
  private static final class Manager implements AutoCloseable {
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final EventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final Channel channel;

    Manager(String socket) throws InterruptedException {
      var handler =
          new SimpleChannelInboundHandler<DomainDatagramPacket>() {
            @Override
            protected void channelRead0(
                ChannelHandlerContext context, DomainDatagramPacket packet) {
              heard.add(packet.content().toString(StandardCharsets.UTF_8));
            }
          };
      channel =
          new Bootstrap()
              .group(loop)
              .channel(EpollDomainDatagramChannel.class)
              .handler(handler)
              .bind(new DomainSocketAddress(socket.replace('@', '\0')))
              .sync()
              .channel();
    }

    List<String> heard() {
      return List.copyOf(heard);
    }

    @Override
    public void close() {
      channel.close().syncUninterruptibly();
      loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}
