package dev.latchkey.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * The connection of a pipelining client. It counts the answers with status 200 and does not parse
 * them.
 */
final class PipeliningClient implements SocketHandler, AutoCloseable {
  private static final byte[] GOOD = "HTTP/1.1 200".getBytes(StandardCharsets.US_ASCII);
  private static final int READ_BYTES = 65_536;

  private final SocketChannel channel;
  private final ByteBuffer requests;
  private final ByteBuffer read = ByteBuffer.allocateDirect(READ_BYTES);
  private int matched;
  private long answers;

  private PipeliningClient(SocketChannel channel, ByteBuffer requests) {
    this.channel = channel;
    this.requests = requests;
  }

  static PipeliningClient open(Pipeline pipeline, Selector selector) throws IOException {
    byte[] request = pipeline.request();
    ByteBuffer requests = ByteBuffer.allocateDirect(request.length * pipeline.atATime());
    for (int i = 0; i < pipeline.atATime(); i++) {
      requests.put(request);
    }
    Address address = pipeline.address();
    SocketChannel channel = SocketChannel.open(new InetSocketAddress(address.ip(), address.port()));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    var client = new PipeliningClient(channel, requests.flip());
    channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE, client);
    return client;
  }

  long answers() {
    return answers;
  }

  /**
   * Receives or sends. The server may close such a connection; the result then shows fewer answers.
   */
  @Override
  public void onReady(SelectionKey key) {
    try {
      if (key.isReadable() && !receive()) {
        key.cancel();
      } else if (key.isWritable()) {
        send();
      }
    } catch (IOException broken) {
      key.cancel();
    }
  }

  private boolean receive() throws IOException {
    read.clear();
    if (channel.read(read) < 0) {
      return false;
    }
    read.flip();
    while (read.hasRemaining()) {
      byte next = read.get();
      matched = next == GOOD[matched] ? matched + 1 : next == GOOD[0] ? 1 : 0;
      if (matched == GOOD.length) {
        answers++;
        matched = 0;
      }
    }
    return true;
  }

  private void send() throws IOException {
    channel.write(requests);
    if (!requests.hasRemaining()) {
      requests.rewind();
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
