package dev.latchkey.http.netty;

import dev.latchkey.http.Call;
import dev.latchkey.http.Header;
import dev.latchkey.http.Incoming;
import dev.latchkey.http.Relay;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way to its service and back, on one event loop. It is tried once; a second time
 * only where a connection that had served before turns out to be closed, nothing of the body was
 * sent, and the method is one that may be sent twice.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // What fails comes back as an exception of the channel.
final class RelayedCall {
    /** RFC 9110 9.2.2: sent twice, they do what they do once. */
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE");

    /** RFC 9110 8.6: of these a service expects to hear that there is no body. */
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int USUAL_LINES = 512;
    private static final long CONTINUE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long CALLER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private enum State {
        CONNECTING,
        /** The service waits for the rest of the request. */
        SENDING,
        /** The request is sent; the head of the answer is waited for. */
        WAITING,
        ANSWERING,
        TUNNEL,
        OVER
    }

    private final Exchange exchange;
    private final Call call;
    private final Relay relay;
    private final Incoming head;
    private final long startedAt = System.nanoTime();
    private State state = State.CONNECTING;
    private @Nullable UpstreamConnection connection;

    /** Of a WebSocket. */
    private @Nullable TokenRecheck recheck;

    private boolean isRepeated;
    private boolean isBodyBegun;
    private boolean isBodySent;
    private boolean awaitsContinue;
    private boolean isCallerDone;
    private boolean isPaused;
    private boolean mayServeAgain;
    private long passed;
    private long sentAt;
    private long progressAt;

    RelayedCall(Exchange exchange, Call call, Relay relay) {
        this.exchange = exchange;
        this.call = call;
        this.relay = relay;
        this.head = exchange.head();
    }

    void begin() {
        loop().upstreams().begin(this);
        loop().upstreams().of(relay.upstream()).lease(this, true);
    }

    private Loop loop() {
        return exchange.loop();
    }

    boolean isOver() {
        return state == State.OVER;
    }

    boolean isHead() {
        return exchange.isHeadRequest();
    }

    private boolean mayRepeat() {
        return !isBodyBegun && !isRepeated && IDEMPOTENT.contains(head.method());
    }

    void unleased(Relay.Failure failure, Throwable cause) {
        if (!isOver()) {
            failed(failure, cause);
        }
    }

    void leased(UpstreamConnection leased) {
        connection = leased;
        state = State.SENDING;
        progressAt = System.nanoTime();
        leased.channel().write(requestHead(leased));
        if (!head.hasBody()) {
            sent();
        } else if (expectsContinue()) {
            awaitsContinue = true;
        } else {
            exchange.wantBody();
        }
        leased.channel().flush();
    }

    private boolean expectsContinue() {
        for (Header header : relay.headers()) {
            if (header.name().equalsIgnoreCase("Expect")
                    && header.value().equalsIgnoreCase("100-continue")) {
                return true;
            }
        }
        return false;
    }

    private ByteBuf requestHead(UpstreamConnection leased) {
        var text = new StringBuilder(USUAL_LINES);
        text.append(head.method()).append(' ').append(head.path());
        if (!head.query().isEmpty()) {
            text.append('?').append(head.query());
        }
        text.append(" HTTP/1.1\r\nHost: ").append(leased.address().getRawAuthority());
        for (Header header : relay.headers()) {
            text.append("\r\n").append(header.name()).append(": ").append(header.value());
        }
        if (isUpgrade()) {
            text.append("\r\nConnection: Upgrade\r\nUpgrade: websocket");
        }
        if (head.length().isEmpty()) {
            text.append("\r\nTransfer-Encoding: chunked");
        } else if (head.hasBody() || WITH_BODY.contains(head.method())) {
            text.append("\r\nContent-Length: ").append(head.length().getAsLong());
        }
        byte[] lines = text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] identity = relay.identity().bytes();
        return leased.channel()
                .alloc()
                .ioBuffer(lines.length + identity.length + LINE_END.length)
                .writeBytes(lines)
                .writeBytes(identity)
                .writeBytes(LINE_END);
    }

    private boolean isUpgrade() {
        return relay.upgrade() && !head.hasBody() && exchange.maySwitchProtocol();
    }

    private void sent() {
        isBodySent = true;
        sentAt = System.nanoTime();
        if (state == State.SENDING) {
            state = State.WAITING;
        }
    }

    /** Takes the bytes over. */
    void bodyCame(ByteBuf part) {
        UpstreamConnection to = connection;
        if (to == null || isOver() || (state == State.ANSWERING && isBodySent)) {
            part.release();
            return;
        }
        progressAt = System.nanoTime();
        if (state == State.TUNNEL) {
            to.channel().writeAndFlush(part);
            exchange.letBodyCome(to.channel().isWritable());
            return;
        }
        if (!part.isReadable()) {
            // As a chunk it would be the last one.
            part.release();
            return;
        }
        isBodyBegun = true;
        passed += part.readableBytes();
        if (passed > relay.bodyLimit()) {
            part.release();
            end(false);
            exchange.answerInstead(relay.rules().tooLong());
            return;
        }
        if (head.length().isEmpty()) {
            ByteBuf size = to.channel().alloc().ioBuffer(16);
            AnswerHead.text(size, Integer.toHexString(part.readableBytes()));
            to.channel().write(size.writeBytes(LINE_END));
            to.channel().write(part);
            to.channel().writeAndFlush(Unpooled.wrappedBuffer(LINE_END));
        } else {
            to.channel().writeAndFlush(part);
        }
        if (!to.channel().isWritable()) {
            exchange.letBodyCome(false);
        }
    }

    void bodyEnded() {
        UpstreamConnection to = connection;
        if (to == null || isOver()) {
            return;
        }
        if (head.length().isEmpty()) {
            to.channel().writeAndFlush(Unpooled.wrappedBuffer(LAST_CHUNK));
        }
        sent();
    }

    /** What came so far must not look whole to the service. */
    void bodyBroke() {
        boolean hasAnswered = state == State.ANSWERING;
        end(false);
        if (hasAnswered) {
            exchange.breakOff();
        } else {
            exchange.answerInstead(relay.rules().brokenBody());
        }
    }

    void serviceTakesMore() {
        progressAt = System.nanoTime();
        exchange.letBodyCome(true);
    }

    void answerBegan(ServiceAnswer answer) {
        progressAt = System.nanoTime();
        int status = answer.status();
        if (status == 101 && isUpgrade()) {
            becomeTunnel(answer);
            return;
        }
        if (status == 101) {
            brokenAnswer(new IOException("the service switches to a protocol nobody asked for"));
            return;
        }
        if (status < 200) {
            if (status == 100 && awaitsContinue) {
                awaitsContinue = false;
                exchange.wantBody();
            }
            return;
        }
        if (!answer.isSound()) {
            brokenAnswer(new IOException("the head of the answer is not sound"));
            return;
        }
        state = State.ANSWERING;
        UpstreamConnection from = connection;
        if (from != null) {
            from.works();
        }
        mayServeAgain = answer.isKeptAlive() && isBodySent;
        call.relayed(status);
        exchange.sendHead(
                status,
                relay.rules().toCaller(answer.headers()),
                answer.length(),
                !isHead() && answer.mayHaveBody());
    }

    /** Takes the bytes over. */
    void answerCame(ByteBuf part) {
        progressAt = System.nanoTime();
        if (state != State.ANSWERING) {
            part.release();
            return;
        }
        pass(part);
    }

    /** The service waits while the caller is slow. */
    private void pass(ByteBuf part) {
        exchange.sendPart(part);
        UpstreamConnection from = connection;
        if (from != null && !exchange.isWritable()) {
            isPaused = true;
            from.channel().config().setAutoRead(false);
        }
    }

    /** All that came with one read is sent on together. */
    void partsCame() {
        if (state == State.ANSWERING || state == State.TUNNEL) {
            exchange.flush();
        }
    }

    void answerEnded() {
        if (state != State.ANSWERING) {
            return;
        }
        UpstreamConnection from = connection;
        over();
        if (from != null) {
            if (mayServeAgain) {
                from.giveBack();
            } else {
                from.discard(false);
            }
        }
        exchange.endStream();
    }

    void callerTakesMore() {
        UpstreamConnection from = connection;
        if (isPaused && from != null && exchange.isWritable()) {
            isPaused = false;
            progressAt = System.nanoTime();
            from.channel().config().setAutoRead(true);
        }
    }

    /** The caller may still be there and wait: that is found out when the wait gets long. */
    void callerSaysNoMore() {
        isCallerDone = true;
        if (state == State.TUNNEL) {
            callerLeft();
        }
    }

    void callerLeft() {
        end(false);
    }

    void brokenAnswer(Throwable cause) {
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
                && mayRepeat()) {
            isRepeated = true;
            connection = null;
            state = State.CONNECTING;
            isBodySent = false;
            loop().upstreams().of(relay.upstream()).lease(this, false);
        } else {
            failed(Relay.Failure.BROKEN, cause);
        }
    }

    private void failed(Relay.Failure failure, Throwable cause) {
        boolean hasAnswered = state == State.ANSWERING;
        end(true);
        var instead = relay.rules().failed(failure, cause);
        if (hasAnswered) {
            exchange.breakOff();
        } else {
            exchange.answerInstead(instead);
        }
    }

    private void end(boolean isServiceAtFault) {
        if (isOver()) {
            return;
        }
        UpstreamConnection used = connection;
        over();
        if (used != null) {
            used.discard(isServiceAtFault);
        }
    }

    private void over() {
        state = State.OVER;
        connection = null;
        loop().upstreams().end(this);
    }

    private void becomeTunnel(ServiceAnswer answer) {
        UpstreamConnection with = connection;
        if (with == null || !answer.isSound()) {
            brokenAnswer(new IOException("the head of the answer is not sound"));
            return;
        }
        state = State.TUNNEL;
        recheck = new TokenRecheck(loop(), relay.rules(), this::closeTunnel);
        call.relayed(101);
        var passedOn = new ArrayList<>(relay.rules().toCaller(answer.headers()));
        passedOn.add(new Header("Upgrade", "websocket"));
        exchange.switchProtocol(passedOn);
        with.becomeTunnel();
    }

    private void closeTunnel() {
        if (!isOver()) {
            end(false);
            exchange.closeTunnel();
        }
    }

    /** Takes the bytes over. */
    void tunnelled(ByteBuf bytes) {
        progressAt = System.nanoTime();
        pass(bytes);
    }

    /** Twice a second: ends what waits for too long, or for nobody. */
    void look(long now) {
        long idle = relay.upstream().idleTimeout().toNanos();
        UpstreamConnection used = connection;
        boolean stands = now - progressAt > idle;
        switch (state) {
            case CONNECTING, OVER -> {
                // The pool keeps the time.
            }
            case SENDING -> {
                if (awaitsContinue && now - progressAt > CONTINUE_NANOS) {
                    awaitsContinue = false;
                    exchange.wantBody();
                } else if (used != null && !used.channel().isWritable() && stands) {
                    failed(Relay.Failure.SLOW, new SocketTimeoutException());
                }
            }
            case WAITING -> {
                if (now - sentAt > relay.answerTimeout().toNanos()) {
                    failed(Relay.Failure.SLOW, new SocketTimeoutException());
                } else if (isCallerDone && now - startedAt > CALLER_NANOS) {
                    exchange.breakOff();
                    callerLeft();
                }
            }
            case ANSWERING -> {
                if (!isPaused && stands) {
                    failed(Relay.Failure.SLOW, new SocketTimeoutException());
                }
            }
            case TUNNEL -> {
                if (stands) {
                    closeTunnel();
                } else if (recheck != null) {
                    recheck.look(now);
                }
            }
        }
    }
}
