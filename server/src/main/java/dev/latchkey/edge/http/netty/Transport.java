package dev.latchkey.edge.http.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/** How the event loops wait for sockets: with epoll on Linux, with the JDK's selector elsewhere. */
enum Transport {
  EPOLL {
    @Override
    IoHandlerFactory handlers() {
      return EpollIoHandler.newFactory();
    }

    @Override
    Channel client() {
      return new EpollSocketChannel();
    }

    @Override
    ServerChannel server() {
      return new EpollServerSocketChannel();
    }

    @Override
    ServerChannel unixServer() {
      return new EpollServerDomainSocketChannel();
    }
  },
  NIO {
    @Override
    IoHandlerFactory handlers() {
      return NioIoHandler.newFactory();
    }

    @Override
    Channel client() {
      return new NioSocketChannel();
    }

    @Override
    ServerChannel server() {
      return new NioServerSocketChannel();
    }

    @Override
    ServerChannel unixServer() {
      return new NioServerDomainSocketChannel();
    }
  };

  static final Transport BEST = Epoll.isAvailable() ? EPOLL : NIO;

  abstract IoHandlerFactory handlers();

  abstract Channel client();

  abstract ServerChannel server();

  abstract ServerChannel unixServer();

  EventLoopGroup loops(int threads, String name) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), handlers());
  }
}
