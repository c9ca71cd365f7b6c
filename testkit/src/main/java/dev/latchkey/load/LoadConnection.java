package dev.latchkey.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a load, with its caller and the request whose answer it awaits. The connection
 * may be opened several times.
 */
final class LoadConnection implements SocketHandler, AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Caller caller;
  private final LoadRun run;
  private final Selector selector;
  private @Nullable SocketChannel channel;
  private AnswerReader answers = new AnswerReader();
  private ByteBuffer unsent = NOTHING;
  private boolean isUnderWay;
  private boolean isOpening;
  private long due;
  private long count;
  private OptionalLong firstAnswer = OptionalLong.empty();

  LoadConnection(Caller caller, LoadRun run, Selector selector) {
    this.caller = caller;
    this.run = run;
    this.selector = selector;
  }

  /** Sends the next request of the caller. Returns false if the caller has no more requests. */
  boolean send(long dueNow) throws IOException {
    Optional<byte[]> request = caller.next();
    if (request.isEmpty()) {
      return false;
    }
    due = dueNow;
    isUnderWay = true;
    unsent = ByteBuffer.wrap(request.get());
    if (channel == null) {
      open();
    }
    write();
    return true;
  }

  /**
   * Opens the connection and waits until it is open. On the loopback network it opens at once,
   * unless the server is overloaded.
   */
  void connect() throws IOException {
    SocketChannel opened = prepare();
    opened.socket().connect(target(), CONNECT_MILLIS);
    opened.configureBlocking(false);
    opened.register(selector, SelectionKey.OP_READ, this);
  }

  /** Starts to open the connection and does not wait. */
  void open() throws IOException {
    SocketChannel opened = prepare();
    opened.configureBlocking(false);
    isOpening = !opened.connect(target());
    opened.register(selector, isOpening ? SelectionKey.OP_CONNECT : SelectionKey.OP_READ, this);
  }

  boolean isOpening() {
    return isOpening;
  }

  /** Whether a request was sent and its answer has not arrived yet. */
  boolean isUnderWay() {
    return isUnderWay;
  }

  long due() {
    return due;
  }

  boolean isRight(Answer answer) {
    return caller.isRight(answer);
  }

  /** Records an answer. {@code at} is in nanoseconds since the start of the measurement. */
  void answered(long at) {
    isUnderWay = false;
    count++;
    if (firstAnswer.isEmpty()) {
      firstAnswer = OptionalLong.of(at);
    }
  }

  LoadResult.Share share() {
    return new LoadResult.Share(count, firstAnswer);
  }

  @Override
  public void onReady(SelectionKey key) {
    try {
      if (isOpening) {
        finishOpening(key);
      } else {
        SocketChannel from = channel;
        if (from != null) {
          answers.read(from).ifPresent(answer -> run.receive(this, answer));
        }
      }
    } catch (IOException broken) {
      run.connectionBroke(this, broken);
    }
  }

  @Override
  public void close() throws IOException {
    isUnderWay = false;
    isOpening = false;
    unsent = NOTHING;
    if (channel != null) {
      channel.close();
      channel = null;
    }
    answers = new AnswerReader();
  }

  private void finishOpening(SelectionKey key) throws IOException {
    SocketChannel opened = channel;
    if (opened != null && opened.finishConnect()) {
      isOpening = false;
      key.interestOps(SelectionKey.OP_READ);
      if (isUnderWay) {
        write();
      } else {
        run.opened(this);
      }
    }
  }

  private void write() throws IOException {
    SocketChannel to = channel;
    while (to != null && !isOpening && unsent.hasRemaining()) {
      to.write(unsent);
    }
  }

  private SocketChannel prepare() throws IOException {
    SocketChannel opened = SocketChannel.open();
    channel = opened;
    opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
    if (caller.source().isPresent()) {
      opened.bind(new InetSocketAddress(caller.source().get(), 0));
    }
    return opened;
  }

  private InetSocketAddress target() {
    return new InetSocketAddress(caller.address().ip(), caller.address().port());
  }
}
