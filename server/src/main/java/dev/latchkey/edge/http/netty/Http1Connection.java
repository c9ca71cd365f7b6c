package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Traffic.Cut;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection of HTTP/1.1 or 1.0. Its requests are answered one after the other. A client
 * that pipelines many requests shares the loop fairly: after a batch of requests the other
 * connections of the loop are served.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // A failed write arrives as an exception of the channel.
final class Http1Connection extends ChannelInboundHandlerAdapter implements WatchedConnection {
  /**
   * How many bytes are read while a request is being answered. Reading ahead notices a client that
   * disconnects.
   */
  private static final int READ_AHEAD = 65_536;

  private static final int USUAL_ANSWER = 1_024;

  /** A body up to this length is copied behind its head, a longer one is written by itself. */
  private static final int COPIED_BODY = 8_192;

  /** What a connection holds apart from its buffers: the channel and its handlers. */
  private static final int CONNECTION_BYTES = 3_000;

  private final EventLoopContext loop;
  private final Incoming.Peer peer;
  private final Channel channel;
  private final HeadReader headReader = new HeadReader();
  private final ClientTimeoutTracker pace;
  private final ClientAccount account;
  private final Charge charge;

  /** Bytes that have arrived and are not parsed yet. */
  private @Nullable ByteBuf in;

  /** Bytes that the next flush writes. */
  private @Nullable ByteBuf out;

  private @Nullable Http1Exchange exchange;
  private @Nullable Http1Exchange tunnel;
  private boolean isProcessing;
  private boolean hasYielded;
  private boolean isInputEnded;
  private boolean isLast;
  private boolean isLingering;
  private boolean isDisconnected;
  private long written;

  Http1Connection(Channel channel, Incoming.Peer peer, ClientAccount account) {
    this.loop = account.loop();
    this.channel = channel;
    this.peer = peer;
    this.pace = new ClientTimeoutTracker(loop.timeouts(), System.nanoTime());
    this.account = account;
    this.charge = new Charge(account);
    charge.set(CONNECTION_BYTES);
  }

  EventLoopContext loop() {
    return loop;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    loop.watch(this);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    var bytes = (ByteBuf) message;
    if (tunnel != null) {
      tunnel.bodyReceived(Outbound.compact(bytes, bytes.capacity()));
      return;
    }
    if (isDisconnected || (isLast && exchange == null)) {
      bytes.release();
      return;
    }
    if (in == null) {
      in = bytes;
    } else {
      in.writeBytes(bytes);
      bytes.release();
    }
    process();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    flush();
    loop.freeMemoryIfExceeded();
    loop.yieldProcessor();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      isInputEnded = true;
      process();
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (channel.isWritable()) {
      if (exchange != null) {
        exchange.becameWritable();
      }
      if (tunnel != null) {
        tunnel.becameWritable();
      }
      process();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    disconnected();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    disconnected();
  }

  /** A broken connection concerns its client only, so it is just closed. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LoopErrors.report(cause);
    channel.close();
  }

  private void disconnected() {
    if (isDisconnected) {
      return;
    }
    isDisconnected = true;
    loop.forget(this);
    if (in != null) {
      in.release();
      in = null;
    }
    if (out != null) {
      out.release();
      out = null;
    }
    charge.set(0);
    // The channel is not forgotten before its loop has read from the other connections.
    Http1Exchange last = exchange == null ? tunnel : exchange;
    exchange = null;
    tunnel = null;
    if (last != null) {
      last.clientDisconnected();
    }
  }

  /** Parses and handles the bytes that have arrived, as far as possible. */
  private void process() {
    if (isProcessing || isDisconnected || hasYielded) {
      return;
    }
    isProcessing = true;
    try {
      int answered = 0;
      while (!isDisconnected && step()) {
        if (exchange == null && ++answered >= loop.limits().pipelined()) {
          yieldToOthers();
          break;
        }
      }
      if (isInputEnded && !hasYielded) {
        inputEnded();
      }
    } finally {
      isProcessing = false;
    }
    if (!isDisconnected) {
      shrinkBuffer();
    }
  }

  /** Handles one request or one part of a body. Returns false if there is nothing to do now. */
  private boolean step() {
    if (in == null || !in.isReadable()) {
      return false;
    }
    Http1Exchange current = exchange;
    if (current != null) {
      return current.read(in);
    }
    if (isLast || !channel.isWritable()) {
      return false;
    }
    switch (headReader.read(in)) {
      case HeadReader.Incomplete.MORE_IS_NEEDED -> {
        pace.headBegan(System.nanoTime());
        return false;
      }
      case HeadReader.Refused refused -> refuse(refused.refusal(), refused.path());
      case RequestHead head -> begin(head);
    }
    return true;
  }

  private void begin(RequestHead head) {
    pace.headIsComplete();
    var incoming =
        new Incoming(head.method(), head.path(), head.query(), head, peer, head.length());
    var begun = new Http1Exchange(this, head, incoming);
    exchange = begun;
    begun.begin();
  }

  private void refuse(Refusal refusal, String path) {
    isLast = true;
    Response response = loop.routes().refuse(path, NoHeaders.NONE, refusal);
    byte[] body = ((Content.Whole) response.content()).bytes();
    AnswerHead.begin(out(), response.status(), loop, response.headers(), Optional.empty());
    AnswerHead.length(out(), body.length);
    AnswerHead.end(out(), AnswerHead.Persistence.CLOSE);
    writeBody(body);
    end();
  }

  /**
   * Lets the other connections of this loop run, and continues after that. The continuation is
   * scheduled, not executed: the loop runs executed tasks before it looks at other connections, and
   * scheduled tasks after that.
   */
  private void yieldToOthers() {
    hasYielded = true;
    loop.thread()
        .schedule(
            () -> {
              hasYielded = false;
              process();
              flush();
              loop.yieldProcessor();
            },
            0,
            TimeUnit.NANOSECONDS);
  }

  private void inputEnded() {
    if (exchange != null) {
      exchange.inputEnded();
    } else if (tunnel != null) {
      tunnel.clientEndedInput();
    } else if (!isLast || isLingering) {
      flush();
      channel.close();
    }
  }

  /** Shrinks the buffer to what has arrived, and stops reading when enough has arrived. */
  private void shrinkBuffer() {
    if (in != null) {
      int left = in.readableBytes();
      if (left == 0) {
        in.release();
        in = null;
      } else if (in.isDirect() || in.capacity() > 2 * left + 512) {
        ByteBuf smaller = Unpooled.buffer(left + 256);
        smaller.writeBytes(in);
        in.release();
        in = smaller;
      }
    }
    if (tunnel == null) {
      boolean hasRoom = in == null || in.readableBytes() < READ_AHEAD;
      channel.config().setAutoRead(hasRoom && !hasYielded);
    }
    updateCharges();
  }

  /** Charges what the connection and its request hold at the end of an operation. */
  private void updateCharges() {
    if (isDisconnected) {
      return;
    }
    int arrived = in == null ? 0 : in.capacity();
    int answered = out == null ? 0 : out.capacity();
    charge.set(CONNECTION_BYTES + arrived + answered + unsentBytes());
    if (exchange != null) {
      exchange.updateCharge();
    }
    if (tunnel != null) {
      tunnel.updateCharge();
    }
  }

  private long unsentBytes() {
    return Outbound.bytes(channel);
  }

  /** The buffer for the next bytes of an answer. */
  ByteBuf out() {
    if (out == null) {
      out = channel.alloc().ioBuffer(USUAL_ANSWER);
    }
    return out;
  }

  void writeBody(byte[] body) {
    if (body.length <= COPIED_BODY) {
      out().writeBytes(body);
    } else {
      write(Unpooled.wrappedBuffer(body));
    }
  }

  /** Writes bytes after those that were written before. This method releases the buffer. */
  void write(ByteBuf bytes) {
    writeOut();
    written += bytes.readableBytes();
    channel.write(bytes, channel.voidPromise());
  }

  private void writeOut() {
    if (out != null) {
      ByteBuf ready = out;
      out = null;
      written += ready.readableBytes();
      channel.write(ready, channel.voidPromise());
    }
  }

  void flush() {
    if (isDisconnected) {
      return;
    }
    writeOut();
    channel.flush();
    updateCharges();
  }

  boolean isWritable() {
    return channel.isWritable();
  }

  /** Whether the current answer is the last one of this connection. */
  boolean isLast() {
    return isLast;
  }

  void closeAfterThis() {
    isLast = true;
  }

  /** The exchange has begun to want the body, or has stopped or resumed reading it. */
  void bodyFlowChanged() {
    if (tunnel != null) {
      channel.config().setAutoRead(tunnel.isBodyAllowed());
      return;
    }
    updatePace();
    if (!isProcessing) {
      process();
      flush();
    }
  }

  void bodyReceived(int bytes) {
    pace.bodyReceived(System.nanoTime(), bytes);
    updatePace();
  }

  private void updatePace() {
    if (exchange != null && exchange.waitsForBody()) {
      pace.waitsForBody(System.nanoTime());
    } else {
      pace.bodyPaused(System.nanoTime());
    }
  }

  void finished(Http1Exchange ended, boolean isLastAnswer) {
    if (exchange != ended) {
      return;
    }
    exchange = null;
    isLast |= isLastAnswer;
    account.waitsForClientNow();
    pace.answered(account.waitingSince());
    if (isLast) {
      end();
    } else if (!isProcessing) {
      process();
      flush();
    }
  }

  /**
   * Ends the connection so that the client receives the whole answer. If the connection were closed
   * while the client is still sending, the client would lose the answer. So for a short time its
   * bytes are read and discarded.
   */
  void end() {
    tunnel = null;
    writeOut();
    boolean mayLinger =
        channel instanceof DuplexChannel && channel.pipeline().first() == this && !isInputEnded;
    var flushed = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
    if (!mayLinger) {
      flushed.addListener(ChannelFutureListener.CLOSE);
      return;
    }
    isLingering = true;
    pace.startLingering(System.nanoTime());
    if (in != null) {
      in.skipBytes(in.readableBytes());
    }
    flushed.addListener(done -> ((DuplexChannel) channel).shutdownOutput());
    channel.config().setAutoRead(true);
  }

  /** Resets the connection, so that the client notices that the answer is incomplete. */
  void reset() {
    if (channel.isOpen()) {
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
      channel.unsafe().close(channel.voidPromise());
    }
  }

  void becomeTunnel() {
    tunnel = exchange;
    exchange = null;
    isLast = true;
    pace.headIsComplete();
    if (tunnel != null && in != null) {
      ByteBuf early = in;
      in = null;
      tunnel.bodyReceived(Outbound.compact(early, early.capacity()));
    }
  }

  @Override
  public void check(long now) {
    updateCharges();
    long unsent = unsentBytes();
    if (pace.isSendingTooSlowly(now)) {
      cut(pace.isIdle() ? Cut.IDLE : Cut.SLOW_REQUEST);
    } else if (pace.isReadingTooSlowly(now, written - unsent, unsent)) {
      cut(Cut.SLOW_READER);
    }
  }

  @Override
  public ClientAccount account() {
    return account;
  }

  @Override
  public boolean waitsForClient() {
    return tunnel == null && (exchange == null || exchange.waitsForBody());
  }

  /**
   * The memory of the connection is released at once. A loop that closes connections to make room
   * relies on that.
   */
  @Override
  public void cut(Cut why) {
    if (isDisconnected) {
      return;
    }
    loop.totals().countCut(why);
    if (unsentBytes() > 0) {
      reset();
    } else {
      channel.close();
    }
    disconnected();
  }

  /** The next answer closes the connection and says so. Without one there is nothing to say. */
  @Override
  public void drain() {}

  @Override
  public void stop() {
    isLast = true;
    if (exchange == null && tunnel == null) {
      channel.close();
    }
  }
}
