package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Call;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Correlation;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Routes;
import dev.latchkey.edge.http.Traffic;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, the same for every version of HTTP. All methods run on the event
 * loop; a handler that may block runs on a {@link RequestThread}.
 */
abstract class Exchange {
  /** What an exchange holds apart from the request, as measured. */
  private static final int EXCHANGE_BYTES = 500;

  /** What a virtual thread holds: its stack, and what a handler usually creates. */
  private static final int WORK_BYTES = 8_192;

  private final EventLoopContext loop;
  private final Incoming head;
  private final ClientAccount account;
  private final Response.Progress progress;
  private @Nullable Call call;

  /** The body, if it is read before the handler runs, until it is complete. */
  private @Nullable CollectedBody collected;

  private boolean isOver;

  /** None before the exchange is charged for the first time. */
  private @Nullable Charge charge;

  /** What the request holds while its handler runs on another thread, otherwise 0. */
  private long bytesAtWork;

  private @Nullable RequestThread thread;
  private @Nullable RelayedCall relayed;

  Exchange(Incoming head, ClientAccount account) {
    this.loop = account.loop();
    this.head = loop.routes().correlated(head);
    this.account = account;
    this.progress = new Response.Progress(loop.routes(), this.head);
  }

  EventLoopContext loop() {
    return loop;
  }

  Incoming head() {
    return head;
  }

  /** Sends a complete answer. */
  protected abstract void sendWhole(Response response, byte[] body);

  /** Begins an answer whose body follows in parts. {@code length} is empty if it is unknown. */
  protected abstract void sendHead(
      int status, List<Header> headers, OptionalLong length, boolean hasBody);

  /** Sends a part of the body. This method releases the buffer. */
  protected abstract void sendPart(ByteBuf part);

  protected abstract void sendEnd();

  /** Writes out what was sent so far of the head and the parts. */
  abstract void flush();

  /** Whether this version of HTTP allows the exchange to become a WebSocket. */
  protected abstract boolean maySwitchProtocol();

  /**
   * Makes the exchange a WebSocket. From then on bytes are passed on unchanged in both directions.
   */
  protected abstract void switchProtocol(List<Header> headers);

  /** Ends the WebSocket after the bytes that were sent last. */
  protected abstract void endTunnel();

  /**
   * Ends the connection or stream abnormally, so that the client does not take an incomplete answer
   * for a complete one.
   */
  protected abstract void abort();

  abstract boolean isWritable();

  /** The body is wanted. A client that waits for {@code 100 Continue} is told to go on. */
  protected abstract void startReadingBody();

  /** Allows the body to arrive, or stops reading it for now. */
  protected abstract void allowBody(boolean isAllowed);

  /** Whether the whole body has arrived. */
  protected abstract boolean isBodyDone();

  /** What this version of HTTP holds for the exchange in addition; 0 when that was released. */
  protected abstract long transportBytes();

  /** Charges what the exchange holds now. A request that was answered at once is never charged. */
  final void updateCharge() {
    if (charge == null) {
      charge = new Charge(account);
    }
    charge.set(transportBytes() + (isOver ? bytesAtWork : requestBytes()));
  }

  /** What the head of the request holds. */
  protected abstract long headBytes();

  private long requestBytes() {
    long request = bytesAtWork > 0 ? bytesAtWork : bytesOfRequest();
    return EXCHANGE_BYTES
        + request
        + (thread == null ? 0 : thread.streamedBytes())
        + (relayed == null ? 0 : relayed.heldBytes(headBytes()));
  }

  private long bytesOfRequest() {
    return headBytes()
        + (collected == null ? 0 : collected.heldBytes())
        + (call == null ? 0 : call.heldBytes());
  }

  boolean isHeadRequest() {
    return head.method().equals("HEAD");
  }

  final void begin() {
    switch (loop.routes().plan(head)) {
      case Routes.Refused refused -> answer(refused.response());
      case Call found -> begin(found);
    }
  }

  private void begin(Call found) {
    call = found;
    if (!found.readsBody()) {
      run(found, found.receive());
      return;
    }
    Optional<Response> refused = found.refuseUnread();
    if (refused.isPresent()) {
      answer(refused.get());
      return;
    }
    collected = new CollectedBody(head.length(), found.maxBodyBytes());
    if (isBodyDone()) {
      bodyEnded();
    } else {
      startReadingBody();
    }
  }

  /** A part of the body has arrived. This method releases the buffer. */
  final void bodyReceived(ByteBuf part) {
    if (relayed != null) {
      relayed.bodyReceived(part);
      return;
    }
    try {
      if (collected != null && !collected.add(part)) {
        collected = null;
        answer(requireCall().bodyTooLong());
      }
    } finally {
      part.release();
    }
  }

  /** No further part has arrived together with the last one. */
  final void bodyReadCompleted() {
    if (relayed != null) {
      relayed.bodyReadCompleted();
    }
  }

  final void bodyEnded() {
    if (relayed != null) {
      relayed.bodyEnded();
    } else if (collected != null && !isOver) {
      byte[] bytes = collected.bytes();
      collected = null;
      run(requireCall(), requireCall().receive(bytes));
    }
  }

  /** The body is malformed or ended early. */
  final void bodyFailed() {
    if (relayed != null) {
      relayed.bodyFailed();
    } else if (!isOver) {
      collected = null;
      answer(
          call == null
              ? loop.routes().refuse(head.path(), head.headers(), RequestHead.MALFORMED)
              : call.bodyMalformed());
    }
  }

  private Call requireCall() {
    Call found = call;
    if (found == null) {
      throw new IllegalStateException("the request has found no route");
    }
    return found;
  }

  private void run(Call found, Optional<Response> refused) {
    if (refused.isPresent()) {
      answer(refused.get());
      return;
    }
    switch (found.work()) {
      case Route.Work.Immediate _ -> answer(found.answer());
      case Route.Work.Waiting _ -> wait(found);
      case Route.Work.MemoryFirst first ->
          loop.catchUp()
              .then(() -> loop.run(() -> askMemory(found, first.memory())), () -> wait(found));
    }
  }

  private void askMemory(Call found, Route.FromMemory memory) {
    if (isOver) {
      return;
    }
    found.answer(memory).ifPresentOrElse(this::answer, () -> wait(found));
  }

  /** Runs the handler on a thread of its own, because it may block. */
  private void wait(Call found) {
    long bytes = WORK_BYTES + bytesOfRequest();
    if (!account.beginWork(bytes)) {
      loop.totals().countCut(Traffic.Cut.BUSY);
      answer(found.unavailable());
      return;
    }
    bytesAtWork = bytes;
    updateCharge();
    loop.callHandedOver();
    thread = new RequestThread(this, found);
    thread.start();
  }

  final void workEnded() {
    loop.callReturned();
    account.endWork(bytesAtWork);
    bytesAtWork = 0;
    updateCharge();
  }

  final void answer(Response response) {
    if (isOver) {
      return;
    }
    progress.noted(response);
    switch (response.content()) {
      case Content.Whole whole -> {
        progress.whole(response.status(), whole);
        over();
        sendWhole(response, whole.bytes());
        progress.sent(call);
      }
      case Content.Relayed relay -> {
        relayed = new RelayedCall(this, requireCall(), relay.relay());
        relayed.begin();
      }
      case Content.Streamed _ ->
          throw new IllegalStateException("a stream must be read on its own thread");
    }
  }

  /** Sends this response instead of an answer that was to be relayed. */
  final void answerInstead(Response response) {
    relayed = null;
    answer(requireCall().insteadOfRelay(response));
  }

  final void endStream() {
    if (!isOver) {
      over();
      sendEnd();
      progress.sent(call);
    }
  }

  private void over() {
    isOver = true;
    if (charge != null) {
      updateCharge();
    }
  }

  /** The answer will not be sent completely. False if it was, or if that is known. */
  private boolean cut() {
    if (isOver) {
      return false;
    }
    over();
    progress.cut();
    return true;
  }

  /** Begins an answer of a service. An id that the service gave to the request is replaced. */
  final void relayHead(int itsStatus, List<Header> headers, OptionalLong length, boolean hasBody) {
    progress.begun(itsStatus);
    var answer = new Response(itsStatus, headers, Content.NONE);
    boolean isReplaced = requestId().isPresent() && answer.has(Correlation.REQUEST_ID);
    sendHead(
        itsStatus,
        isReplaced ? answer.without(Correlation.REQUEST_ID).headers() : headers,
        length,
        hasBody);
  }

  /** Every answer has it, beside its headers: those of most answers are equal. */
  protected final Optional<String> requestId() {
    return head.correlation().requestId();
  }

  /** Sends a part of a body, and releases the buffer. */
  final void relayPart(ByteBuf part) {
    progress.part(part.readableBytes());
    sendPart(part);
  }

  final void becomeTunnel(List<Header> headers) {
    progress.begun(101);
    switchProtocol(headers);
  }

  /** A WebSocket has ended, for any reason. */
  final void closeTunnel() {
    if (cut()) {
      endTunnel();
    }
  }

  final void abortIfOpen() {
    if (cut()) {
      abort();
    }
  }

  final boolean isOver() {
    return isOver;
  }

  /**
   * Whether an answer is relayed or a WebSocket is open. Then the exchange waits for the service.
   */
  final boolean isRelaying() {
    return relayed != null;
  }

  final void becameWritable() {
    if (thread != null) {
      thread.wake();
    }
    if (relayed != null) {
      relayed.callerBecameWritable();
    }
  }

  /** The client has closed its sending side. It may still read. */
  final void clientEndedInput() {
    if (relayed != null) {
      relayed.callerEndedInput();
    }
  }

  /** The connection or stream is closed. */
  final void clientDisconnected() {
    if (!cut()) {
      over();
    }
    if (thread != null) {
      thread.wake();
    }
    if (relayed != null) {
      relayed.callerDisconnected();
    }
  }
}
