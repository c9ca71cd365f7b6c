package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Call;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Relay;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One call that is relayed to its service, on one event loop. A call is sent only once, with one
 * exception: it is sent a second time if a reused connection turns out to be closed, no part of the
 * body was sent, and the method is idempotent.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // A failed write arrives as an exception of the channel.
final class RelayedCall {
  /** The call, its headers and the objects of its decision, for short headers. */
  private static final int CALL_BYTES = 3_000;

  /** No service needs as many, and each costs time. */
  private static final int INTERIM_ANSWERS = 20;

  private static final long CONTINUE_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long CALLER_NANOS = TimeUnit.SECONDS.toNanos(1);

  private enum State {
    CONNECTING,
    /** The rest of the request is being sent to the service. */
    SENDING,
    /** The request was sent, and the call waits for the head of the answer. */
    WAITING,
    ANSWERING,
    TUNNEL,
    OVER
  }

  private final Exchange exchange;
  private final Call call;
  private final Relay relay;
  private final ServiceRequest request;
  private final long startedAt = System.nanoTime();
  private State state = State.CONNECTING;
  private @Nullable UpstreamConnection connection;

  /** Checks the token of a WebSocket regularly. */
  private @Nullable TokenRecheck recheck;

  private boolean isRepeated;
  private boolean isBodySent;
  private boolean awaitsContinue;
  private int interimAnswers;
  private boolean isCallerDone;
  private boolean isPaused;
  private boolean mayServeAgain;
  private boolean isLasting;
  private long answeredBytes;
  private long leasedAt;
  private long sentAt;
  private long progressAt;

  RelayedCall(Exchange exchange, Call call, Relay relay) {
    this.exchange = exchange;
    this.call = call;
    this.relay = relay;
    this.request =
        new ServiceRequest(exchange.head(), relay, relay.upgrade() && exchange.maySwitchProtocol());
  }

  void begin() {
    loop().upstreams().begin(this);
    pool().lease(this, true);
  }

  String caller() {
    return relay.caller();
  }

  /** Whether it is a WebSocket or an event stream. */
  boolean lastsAsLongAsItsCallerLikes() {
    return isLasting;
  }

  boolean isEventStream() {
    return isLasting && state == State.ANSWERING;
  }

  /**
   * Whether the caller has kept the connection busy since before this time: the service waits for
   * its body, or it reads the answer slowly.
   */
  boolean isHeldByCaller(long since) {
    return leasedAt - since < 0
        && (state == State.SENDING || (state == State.ANSWERING && isPaused));
  }

  double bytesPerNano(long now) {
    return (double) (request.bodyBytes() + answeredBytes) / (now - leasedAt);
  }

  /** The connection is needed for others. */
  void giveWay() {
    endWith(Relay.Failure.BUSY, new IOException("its caller was slow while others waited"), false);
  }

  private UpstreamPool pool() {
    return loop().upstreams().of(relay.upstream());
  }

  private EventLoopContext loop() {
    return exchange.loop();
  }

  boolean isOver() {
    return state == State.OVER;
  }

  /** What the call holds: its headers for the service, and what the service has not read yet. */
  long heldBytes(long headBytes) {
    UpstreamConnection service = connection;
    return CALL_BYTES + 2 * headBytes + (service == null ? 0 : Outbound.bytes(service.channel()));
  }

  boolean isHead() {
    return exchange.isHeadRequest();
  }

  void leaseFailed(Relay.Failure failure, Throwable cause) {
    if (!isOver()) {
      failed(failure, cause);
    }
  }

  void leased(UpstreamConnection leased) {
    connection = leased;
    state = State.SENDING;
    leasedAt = System.nanoTime();
    progressAt = leasedAt;
    pool().began(this);
    request.sendHead(leased);
    if (!exchange.head().hasBody()) {
      sent();
    } else if (request.expectsContinue()) {
      awaitsContinue = true;
    } else {
      exchange.startReadingBody();
    }
    leased.channel().flush();
  }

  private void sent() {
    isBodySent = true;
    sentAt = System.nanoTime();
    if (state == State.SENDING) {
      state = State.WAITING;
    }
  }

  /**
   * Takes the bytes over. {@link #bodyReadCompleted} sends them, so that many small parts that
   * arrive together are sent together.
   */
  void bodyReceived(ByteBuf part) {
    UpstreamConnection service = connection;
    if (service == null || isOver() || (state == State.ANSWERING && isBodySent)) {
      part.release();
      return;
    }
    progressAt = System.nanoTime();
    if (state == State.TUNNEL) {
      service.channel().writeAndFlush(part);
      exchange.allowBody(service.channel().isWritable());
      return;
    }
    if (!part.isReadable()) {
      // As a chunk, an empty part would be the last one.
      part.release();
      return;
    }
    if (!request.sendPart(service.channel(), part)) {
      endCall(false);
      exchange.answerInstead(relay.rules().tooLong());
      return;
    }
    if (!service.channel().isWritable()) {
      exchange.allowBody(false);
    }
  }

  void bodyReadCompleted() {
    if (connection != null) {
      connection.channel().flush();
    }
  }

  void bodyEnded() {
    UpstreamConnection service = connection;
    if (service == null || isOver()) {
      return;
    }
    request.sendEnd(service.channel());
    sent();
  }

  /**
   * The caller's body failed: the connection to the service is closed, so that the service does not
   * take the body for complete.
   */
  void bodyFailed() {
    boolean hasAnswered = state == State.ANSWERING;
    endCall(false);
    if (hasAnswered) {
      exchange.abortIfOpen();
    } else {
      exchange.answerInstead(relay.rules().brokenBody());
    }
  }

  void serviceBecameWritable() {
    progressAt = System.nanoTime();
    exchange.allowBody(true);
  }

  void answerBegan(ServiceAnswer answer) {
    progressAt = System.nanoTime();
    if (!answer.isValid()) {
      answerFailed(new IOException("the head of the answer is not sound"));
      return;
    }
    int status = answer.status();
    if (status == 101 && request.isUpgrade()) {
      becomeTunnel(answer);
      return;
    }
    if (status == 101) {
      answerFailed(new IOException("the service switched to a protocol that was not requested"));
      return;
    }
    if (status < 200) {
      interimAnswers++;
      if (interimAnswers > INTERIM_ANSWERS) {
        answerFailed(new IOException("the service sent too many interim answers"));
      } else if (status == 100 && awaitsContinue) {
        awaitsContinue = false;
        exchange.startReadingBody();
      }
      return;
    }
    state = State.ANSWERING;
    UpstreamConnection service = connection;
    if (service != null) {
      service.succeeded();
    }
    if (answer.isEventStream()) {
      isLasting = true;
      pool().openEventStream();
    }
    mayServeAgain = answer.isKeptAlive() && isBodySent;
    relay.rules().answered(System.nanoTime() - startedAt);
    call.relayed(status);
    exchange.relayHead(
        status,
        relay.rules().toCaller(answer.headers()),
        answer.length(),
        !isHead() && answer.mayHaveBody());
  }

  /** Takes the bytes over. */
  void answerReceived(ByteBuf part) {
    progressAt = System.nanoTime();
    if (state != State.ANSWERING) {
      part.release();
      return;
    }
    pass(part);
  }

  /**
   * Passes on a part of the answer. If the caller reads slowly, reading from the service is paused.
   */
  private void pass(ByteBuf part) {
    answeredBytes += part.readableBytes();
    exchange.relayPart(part);
    UpstreamConnection service = connection;
    if (service != null && !exchange.isWritable()) {
      isPaused = true;
      service.channel().config().setAutoRead(false);
    }
  }

  /** Sends on together all bytes that arrived with one read. */
  void readCompleted() {
    if (state == State.ANSWERING || state == State.TUNNEL) {
      exchange.flush();
    }
  }

  void answerEnded() {
    if (state != State.ANSWERING) {
      return;
    }
    UpstreamConnection service = connection;
    finish();
    if (service != null) {
      if (mayServeAgain) {
        service.giveBack();
      } else {
        service.discard(false);
      }
    }
    exchange.endStream();
  }

  void callerBecameWritable() {
    UpstreamConnection service = connection;
    if (isPaused && service != null && exchange.isWritable()) {
      isPaused = false;
      progressAt = System.nanoTime();
      service.channel().config().setAutoRead(true);
    }
  }

  /**
   * The caller has closed its sending side, but may still wait for the answer. If the wait gets
   * long, the call is ended.
   */
  void callerEndedInput() {
    isCallerDone = true;
    if (state == State.TUNNEL) {
      callerDisconnected();
    }
  }

  void callerDisconnected() {
    endCall(false);
  }

  void answerFailed(Throwable cause) {
    if (isOver()) {
      return;
    }
    failed(Relay.Failure.BROKEN, cause);
  }

  void connectionEnded(UpstreamConnection ended, IOException cause) {
    if (isOver() || connection != ended) {
      return;
    }
    if (state == State.TUNNEL) {
      closeTunnel();
    } else if ((state == State.WAITING || state == State.SENDING)
        && ended.hasServed()
        && !isRepeated
        && request.mayRepeat()) {
      isRepeated = true;
      connection = null;
      state = State.CONNECTING;
      isBodySent = false;
      pool().lease(this, false);
    } else {
      failed(Relay.Failure.BROKEN, cause);
    }
  }

  private void failed(Relay.Failure failure, Throwable cause) {
    endWith(failure, cause, true);
  }

  private void endWith(Relay.Failure failure, Throwable cause, boolean hasServiceFailed) {
    boolean hasAnswered = state == State.ANSWERING;
    endCall(hasServiceFailed);
    var instead = relay.rules().failed(failure, cause);
    if (hasAnswered) {
      exchange.abortIfOpen();
    } else {
      exchange.answerInstead(instead);
    }
  }

  private void endCall(boolean hasServiceFailed) {
    if (isOver()) {
      return;
    }
    UpstreamConnection used = connection;
    finish();
    if (used != null) {
      used.discard(hasServiceFailed);
    }
  }

  private void finish() {
    state = State.OVER;
    connection = null;
    pool().ended(this);
    loop().upstreams().end(this);
  }

  private void becomeTunnel(ServiceAnswer answer) {
    UpstreamConnection upgraded = connection;
    if (upgraded == null || !answer.isValid()) {
      answerFailed(new IOException("the head of the answer is not sound"));
      return;
    }
    if (!pool().openTunnel()) {
      endWith(Relay.Failure.BUSY, new IOException("there are too many WebSockets"), false);
      return;
    }
    isLasting = true;
    state = State.TUNNEL;
    recheck = new TokenRecheck(loop(), relay.rules(), this::closeTunnel);
    call.relayed(101);
    var headers = new ArrayList<>(relay.rules().toCaller(answer.headers()));
    headers.add(new Header("Upgrade", "websocket"));
    exchange.becomeTunnel(headers);
    upgraded.becomeTunnel();
  }

  private void closeTunnel() {
    if (!isOver()) {
      endCall(false);
      exchange.closeTunnel();
    }
  }

  /** Takes the bytes over. */
  void tunnelReceived(ByteBuf bytes) {
    progressAt = System.nanoTime();
    pass(Outbound.compact(bytes, bytes.capacity()));
  }

  /**
   * Checks the timeouts twice a second. Ends a call that waits too long, or whose caller is gone.
   */
  void check(long now) {
    long idle = relay.upstream().idleTimeout().toNanos();
    UpstreamConnection used = connection;
    boolean isStalled = now - progressAt > idle;
    switch (state) {
      case CONNECTING, OVER -> {
        // The pool checks the timeout.
      }
      case SENDING -> {
        if (awaitsContinue && now - progressAt > CONTINUE_NANOS) {
          awaitsContinue = false;
          exchange.startReadingBody();
        } else if (used != null && !used.channel().isWritable() && isStalled) {
          failed(Relay.Failure.SLOW, new SocketTimeoutException());
        }
      }
      case WAITING -> {
        if (now - sentAt > relay.answerTimeout().toNanos()) {
          failed(Relay.Failure.SLOW, new SocketTimeoutException());
        } else if (isCallerDone && now - startedAt > CALLER_NANOS) {
          exchange.abortIfOpen();
          callerDisconnected();
        }
      }
      case ANSWERING -> {
        if (!isPaused && isStalled) {
          failed(Relay.Failure.SLOW, new SocketTimeoutException());
        }
      }
      case TUNNEL -> {
        if (isStalled) {
          closeTunnel();
        } else if (recheck != null) {
          recheck.check(now);
        }
      }
    }
  }
}
