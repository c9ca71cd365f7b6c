package dev.latchkey.bench.siege;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * One hostile connection. When the server closes it, it is opened once more. The second time it is
 * given up.
 */
final class Attacker {
  private static final int MAX_OPENINGS = 2;
  private static final int SMALL_BUFFER_BYTES = 4_096;

  private final Attack attack;
  private final ByteBuffer unsent;
  private final int bytesAtOnce;
  private final InetAddress source;
  private final InetSocketAddress target;
  private @Nullable SocketChannel channel;
  private int openings;
  private boolean isConnected;

  /** {@code bytes} are shared by all attackers with the same attack. */
  Attacker(Attack attack, ByteBuffer bytes, InetAddress source, InetSocketAddress target) {
    this.attack = attack;
    this.unsent = bytes.duplicate();
    this.bytesAtOnce = attack.bytesAtOnce(target.getPort());
    this.source = source;
    this.target = target;
  }

  Attack attack() {
    return attack;
  }

  boolean isOpen() {
    return channel != null && isConnected;
  }

  boolean isPending() {
    return channel != null && !isConnected;
  }

  boolean mayOpen() {
    return channel == null && openings < MAX_OPENINGS;
  }

  void open(Selector selector) {
    openings++;
    isConnected = false;
    unsent.rewind();
    try {
      SocketChannel opened = SocketChannel.open();
      channel = opened;
      opened.configureBlocking(false);
      if (!attack.reads()) {
        opened.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER_BYTES);
      }
      opened.bind(new InetSocketAddress(source, 0));
      isConnected = opened.connect(target);
      opened.register(selector, isConnected ? interest() : SelectionKey.OP_CONNECT, this);
    } catch (IOException refused) {
      close();
    }
  }

  void ready(SelectionKey key, ByteBuffer into) {
    SocketChannel through = channel;
    if (through == null) {
      return;
    }
    try {
      if (key.isConnectable()) {
        isConnected = through.finishConnect();
        key.interestOps(interest());
      } else if (key.isReadable() && through.read(into.clear()) < 0) {
        close();
      } else if (key.isWritable()) {
        send(through, bytesAtOnce - unsent.position());
        key.interestOps(interest());
      }
    } catch (IOException broken) {
      close();
    }
  }

  /** Sends one byte of the slow part. */
  void sendSlowByte() {
    SocketChannel through = channel;
    if (through == null || !isOpen() || isSendingAtOnce() || !unsent.hasRemaining()) {
      return;
    }
    try {
      send(through, 1);
    } catch (IOException broken) {
      close();
    }
  }

  void close() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException broken) {
      // The connection is closed anyway.
    }
    channel = null;
  }

  private void send(SocketChannel through, int most) throws IOException {
    ByteBuffer part = unsent.slice(unsent.position(), most);
    unsent.position(unsent.position() + through.write(part));
  }

  private boolean isSendingAtOnce() {
    return unsent.position() < bytesAtOnce;
  }

  private int interest() {
    int reading = attack.reads() ? SelectionKey.OP_READ : 0;
    return isSendingAtOnce() ? reading | SelectionKey.OP_WRITE : reading;
  }
}
