package dev.latchkey.load;

import dev.latchkey.host.HostFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Many connections that stay open, and that send a request only when {@link #requestAll} is called.
 * Only a few of them send at the same time, so that a measurement shows the memory of open
 * connections and not that of many concurrent requests.
 */
public final class IdleConnections implements AutoCloseable {
  private static final int CONCURRENT_REQUESTS = 64;
  private static final int SELECT_MILLIS = 100;

  private final Target target;
  private final Selector selector;
  private final List<IdleConnection> all = new ArrayList<>();
  private int underWay;
  private int answered;

  /**
   * The request that the connections send, and the addresses that they connect from.
   *
   * @param sources the local addresses to connect from, in turn
   */
  public record Target(Address address, byte[] request, List<InetAddress> sources) {}

  private IdleConnections(Target target, int count) throws IOException {
    this.target = target;
    this.selector = Selector.open();
    for (int i = 0; i < count; i++) {
      all.add(new IdleConnection(target.sources().get(i % target.sources().size())));
    }
  }

  /** Creates the connections. They are opened by the first call of {@link #requestAll}. */
  public static IdleConnections of(Target target, int count) {
    try {
      return new IdleConnections(target, count);
    } catch (IOException refused) {
      throw new HostFault("cannot open a selector for the connections", refused);
    }
  }

  /**
   * Sends one request on each connection, and returns how many were answered with 200 within the
   * time limit.
   */
  public int requestAll(Duration limit) {
    long start = System.nanoTime();
    Queue<IdleConnection> waiting = new ArrayDeque<>(all);
    answered = 0;
    underWay = 0;
    try {
      while (System.nanoTime() - start < limit.toNanos() && (!waiting.isEmpty() || underWay > 0)) {
        while (underWay < CONCURRENT_REQUESTS && !waiting.isEmpty()) {
          waiting.remove().ask();
        }
        selector.select(IdleConnections::receive, SELECT_MILLIS);
      }
      return answered;
    } catch (IOException broken) {
      throw new HostFault("the connections could not be used", broken);
    }
  }

  /** The number of connections that the server has not closed. */
  public int open() {
    try {
      selector.selectNow(IdleConnections::receive);
    } catch (IOException broken) {
      throw new HostFault("the connections could not be used", broken);
    }
    return (int) all.stream().filter(connection -> connection.channel != null).count();
  }

  private static void receive(SelectionKey ready) {
    ((SocketHandler) ready.attachment()).onReady(ready);
  }

  @Override
  public void close() {
    all.forEach(IdleConnection::close);
    try {
      selector.close();
    } catch (IOException broken) {
      throw new HostFault("the connections could not be closed", broken);
    }
  }

  /**
   * One connection. Its answer reader takes 8 KiB, so it exists only while an answer is awaited.
   */
  private final class IdleConnection implements SocketHandler {
    private final InetAddress source;
    private @Nullable SocketChannel channel;
    private @Nullable AnswerReader answers;
    private boolean wasOpened;

    private IdleConnection(InetAddress source) {
      this.source = source;
    }

    /** Sends the request. A connection that the server has closed is not opened again. */
    private void ask() {
      if (channel == null && wasOpened) {
        return;
      }
      underWay++;
      answers = new AnswerReader();
      try {
        if (channel == null) {
          open();
        } else {
          send();
        }
      } catch (IOException broken) {
        close();
      }
    }

    private void open() throws IOException {
      wasOpened = true;
      SocketChannel opened = SocketChannel.open();
      channel = opened;
      opened.bind(new InetSocketAddress(source, 0));
      opened.configureBlocking(false);
      var address = new InetSocketAddress(target.address().ip(), target.address().port());
      boolean isOpen = opened.connect(address);
      opened.register(selector, isOpen ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
      if (isOpen) {
        send();
      }
    }

    private void send() throws IOException {
      SocketChannel to = channel;
      var bytes = ByteBuffer.wrap(target.request());
      while (to != null && bytes.hasRemaining()) {
        to.write(bytes);
      }
    }

    @Override
    public void onReady(SelectionKey key) {
      SocketChannel from = channel;
      AnswerReader reader = answers;
      try {
        if (from != null && key.isConnectable()) {
          if (from.finishConnect()) {
            key.interestOps(SelectionKey.OP_READ);
            send();
          }
        } else if (from != null && reader != null) {
          reader.read(from).ifPresent(this::take);
        } else {
          close();
        }
      } catch (IOException broken) {
        close();
      }
    }

    private void take(Answer answer) {
      underWay--;
      answers = null;
      if (answer.status() == 200) {
        answered++;
      }
    }

    private void close() {
      if (answers != null) {
        underWay--;
        answers = null;
      }
      try {
        if (channel != null) {
          channel.close();
        }
      } catch (IOException broken) {
        // The connection is closed anyway.
      }
      channel = null;
    }
  }
}
