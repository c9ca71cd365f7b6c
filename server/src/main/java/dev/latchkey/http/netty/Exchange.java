package dev.latchkey.http.netty;

import dev.latchkey.http.Call;
import dev.latchkey.http.Content;
import dev.latchkey.http.Header;
import dev.latchkey.http.Incoming;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.http.Routes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way to its answer, the same for every version of HTTP. Everything here happens
 * on the event loop, but for what may wait: that has a virtual thread.
 */
abstract class Exchange {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");
    private static final int PART = 32_768;

    private final Loop loop;
    private final Incoming head;
    private @Nullable Call call;

    /** Of a body that is read before the answer is worked out: what has come of it. */
    private byte[] collected = {};

    private int collectedBytes;
    private boolean isCollecting;
    private boolean isOver;
    private @Nullable RelayedCall relayed;

    /** What waits until the client takes more. */
    private @Nullable Runnable onWritable;

    Exchange(Loop loop, Incoming head) {
        this.loop = loop;
        this.head = head;
    }

    Loop loop() {
        return loop;
    }

    Incoming head() {
        return head;
    }

    /** Sends an answer that is whole. */
    protected abstract void sendWhole(Response response, byte[] body);

    /** Begins an answer whose body follows in parts; its length is empty if it is not known. */
    protected abstract void sendHead(
            int status, List<Header> headers, OptionalLong length, boolean hasBody);

    /** Takes the bytes over. */
    protected abstract void sendPart(ByteBuf part);

    protected abstract void sendEnd();

    /** What was sent of the head and of parts goes out now. */
    abstract void flush();

    /** Whether this version of HTTP lets it become a WebSocket. */
    protected abstract boolean maySwitchProtocol();

    /** Becomes a WebSocket: from then on bytes go through as they are, in both directions. */
    protected abstract void switchProtocol(List<Header> headers);

    /** After what was sent last. */
    protected abstract void endTunnel();

    /** Ends the connection or stream, so that nobody takes a part of an answer for the whole. */
    protected abstract void abort();

    abstract boolean isWritable();

    /** From now on the body is wanted: a client that waits for 100 is told to go on. */
    protected abstract void wantBody();

    /** Whether the body may come on, or must stay with the client for now. */
    protected abstract void letBodyCome(boolean mayCome);

    /** Whether the whole body has come. */
    protected abstract boolean isBodyDone();

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
        isCollecting = true;
        if (isBodyDone()) {
            bodyEnded();
        } else {
            wantBody();
        }
    }

    /** Some of the body has come; takes the bytes over. */
    final void bodyCame(ByteBuf part) {
        if (relayed != null) {
            relayed.bodyCame(part);
            return;
        }
        try {
            if (isCollecting) {
                collect(part);
            }
        } finally {
            part.release();
        }
    }

    private void collect(ByteBuf part) {
        int n = part.readableBytes();
        if (collectedBytes + n > Routes.BODY_BYTES) {
            isCollecting = false;
            answer(known().bodyTooLong());
            return;
        }
        if (collectedBytes + n > collected.length) {
            collected = Arrays.copyOf(collected, room(collectedBytes + n));
        }
        part.readBytes(collected, collectedBytes, n);
        collectedBytes += n;
    }

    /** As much as the body needs where that is here already, and no more than twice what came. */
    private int room(int needed) {
        long whole = head.length().orElse(Long.MAX_VALUE);
        return (int) Math.min(whole, Math.min(2L * needed, Routes.BODY_BYTES));
    }

    final void bodyEnded() {
        if (relayed != null) {
            relayed.bodyEnded();
        } else if (isCollecting && !isOver) {
            isCollecting = false;
            byte[] body =
                    collectedBytes == collected.length
                            ? collected
                            : Arrays.copyOf(collected, collectedBytes);
            collected = body;
            run(known(), known().receive(body));
        }
    }

    /** The body is not well-formed, or ended early. */
    final void bodyBroke() {
        if (relayed != null) {
            relayed.bodyBroke();
        } else if (!isOver) {
            isCollecting = false;
            answer(
                    call == null
                            ? loop.routes()
                                    .refuse(head.path(), head.headers(), RequestHead.MALFORMED)
                            : call.bodyMalformed());
        }
    }

    final long collectedBytes() {
        return collected.length;
    }

    private Call known() {
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
            case Route.Work.Immediate immediate -> answer(found.answer());
            case Route.Work.Waiting waiting -> wait(found);
            case Route.Work.MemoryFirst first ->
                    loop.catchUp()
                            .then(
                                    () -> loop.run(() -> askMemory(found, first.memory())),
                                    () -> wait(found));
        }
    }

    private void askMemory(Call found, Route.FromMemory memory) {
        if (isOver) {
            return;
        }
        Optional<Response> known = found.answer(memory);
        if (known.isPresent()) {
            answer(known.get());
        } else {
            wait(found);
        }
    }

    /** The handler may wait, so it is asked on a thread of this request's own. */
    private void wait(Call found) {
        loop.callLeaves();
        Thread.ofVirtual()
                .name("request")
                .start(() -> {
                    try {
                        Response response = found.answer();
                        if (response.content() instanceof Content.Streamed streamed) {
                            stream(response, streamed);
                        } else {
                            loop.run(() -> answer(response));
                        }
                    } catch (Error broken) {
                        loop.run(this::breakOff);
                        throw broken;
                    } finally {
                        loop.run(loop::callIsBack);
                    }
                });
    }

    final void answer(Response response) {
        if (isOver) {
            return;
        }
        switch (response.content()) {
            case Content.Whole whole -> {
                isOver = true;
                sendWhole(response, whole.bytes());
            }
            case Content.Relayed relay -> {
                relayed = new RelayedCall(this, known(), relay.relay());
                relayed.begin();
            }
            case Content.Streamed streamed ->
                    throw new IllegalStateException("a stream is read on a thread of its own");
        }
    }

    /** Instead of an answer that was to be relayed. */
    final void answerInstead(Response response) {
        relayed = null;
        answer(known().insteadOfRelay(response));
    }

    /** On the request's thread, which waits while the client is slow. */
    private void stream(Response response, Content.Streamed content) {
        try (InputStream source = content.source()) {
            boolean hasBody = !isHeadRequest();
            onLoopAndWait(() ->
                    sendHead(response.status(), response.headers(), content.length(), hasBody));
            var part = new byte[PART];
            for (int n = hasBody ? source.read(part) : -1; n >= 0; n = source.read(part)) {
                ByteBuf bytes = Unpooled.copiedBuffer(part, 0, n);
                onLoopAndWait(() -> sendPart(bytes));
            }
            loop.run(this::endStream);
        } catch (IOException | RuntimeException broken) {
            LOG.log(System.Logger.Level.DEBUG, "an answer broke off", broken);
            loop.run(this::breakOff);
        }
    }

    final void endStream() {
        if (!isOver) {
            isOver = true;
            sendEnd();
        }
    }

    /** A WebSocket is over, for whatever reason. */
    final void closeTunnel() {
        if (!isOver) {
            isOver = true;
            endTunnel();
        }
    }

    final void breakOff() {
        if (!isOver) {
            isOver = true;
            abort();
        }
    }

    /** Returns when the client has room for more. */
    private void onLoopAndWait(Runnable act) throws IOException {
        var done = new CompletableFuture<Boolean>();
        loop.run(() -> {
            if (isOver) {
                done.complete(false);
                return;
            }
            act.run();
            flush();
            if (isOver || isWritable()) {
                done.complete(!isOver);
            } else {
                onWritable = () -> done.complete(!isOver);
            }
        });
        try {
            if (!done.get()) {
                throw new IOException("the client has gone");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IOException(stopping);
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    final boolean isOver() {
        return isOver;
    }

    /** Whether an answer is being relayed or a tunnel is open: then the service is waited for. */
    final boolean isRelaying() {
        return relayed != null;
    }

    final void becameWritable() {
        Runnable waiting = onWritable;
        if (waiting != null) {
            onWritable = null;
            waiting.run();
        }
        if (relayed != null) {
            relayed.callerTakesMore();
        }
    }

    /** The client has closed its end for writing: it may still read. */
    final void clientSaysNoMore() {
        if (relayed != null) {
            relayed.callerSaysNoMore();
        }
    }

    /** The connection or stream is gone. */
    final void clientLeft() {
        isOver = true;
        Runnable waiting = onWritable;
        if (waiting != null) {
            onWritable = null;
            waiting.run();
        }
        if (relayed != null) {
            relayed.callerLeft();
        }
    }
}
