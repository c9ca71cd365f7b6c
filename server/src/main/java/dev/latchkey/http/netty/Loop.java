package dev.latchkey.http.netty;

import dev.latchkey.http.CatchUp;
import dev.latchkey.http.ClientTimeouts;
import dev.latchkey.http.ConnectionLimits;
import dev.latchkey.http.Header;
import dev.latchkey.http.Routes;
import dev.latchkey.http.Traffic.Cut;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * One event loop and what belongs to it alone: its connections, in the order in which they were
 * last seen waiting for their clients, and its connections to services. Nothing here is touched by
 * another thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails is told by the library.
final class Loop {
    static final long ROUND_MILLIS = 500;

    private static final long GIVE_WAY_NANOS = 500_000;

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final EventLoop thread;
    private final Serving serving;
    private final LinkedHashSet<WatchedConnection> watched = new LinkedHashSet<>();
    private final UpstreamPools upstreams = new UpstreamPools(this);
    private final AtomicBoolean isRelieving = new AtomicBoolean();
    private long now = System.nanoTime();

    /** Calls whose answer is worked out on other threads. */
    private int elsewhere;

    private long gaveWayAt = now;

    private long dateSecond = Long.MIN_VALUE;
    private byte[] date = {};
    private AnswerHead.Encoded encoded = AnswerHead.Encoded.of(List.of());

    Loop(EventLoop thread, Serving serving) {
        this.thread = thread;
        this.serving = serving;
        serving.totals.add(this);
        thread.scheduleWithFixedDelay(
                () -> LoopErrors.guard(this::lookRound),
                ROUND_MILLIS,
                ROUND_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    /** What a server's loops have in common. */
    record Serving(Server.Service service, ConnectionTotals totals, int loops) {}

    EventLoop thread() {
        return thread;
    }

    Routes routes() {
        return serving.service.routes();
    }

    CatchUp catchUp() {
        return serving.service.catchUp();
    }

    ClientTimeouts timeouts() {
        return serving.service.timeouts();
    }

    ConnectionTotals totals() {
        return serving.totals;
    }

    /** How many loops share what there is for the whole server. */
    int loops() {
        return serving.loops;
    }

    UpstreamPools upstreams() {
        return upstreams;
    }

    /** In nanoseconds, as of the last round: for what may be imprecise by half a second. */
    long roughNow() {
        return now;
    }

    /** Runs something on the loop: at once where this is the loop already. */
    void run(Runnable act) {
        if (thread.inEventLoop()) {
            act.run();
        } else {
            thread.execute(act);
        }
    }

    /** A call goes on on a thread of its own. */
    void callLeaves() {
        elsewhere++;
    }

    void callIsBack() {
        elsewhere--;
    }

    /**
     * Between two connections, while a call waits for other threads. A loop that is never idle
     * keeps its processor until the system takes it away, and the call would wait for that whenever
     * it goes from thread to thread. Not more often, or those who compute for long would get all of
     * the processor.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing is relied on: it is a matter of speed alone.
    void giveWay() {
        if (elsewhere > 0 && System.nanoTime() - gaveWayAt > GIVE_WAY_NANOS) {
            Thread.yield();
            gaveWayAt = System.nanoTime();
        }
    }

    void watch(WatchedConnection connection) {
        watched.addLast(connection);
    }

    void forget(WatchedConnection connection) {
        watched.remove(connection);
    }

    /**
     * Closes the connection that has waited for its client longest. One that has been busy since it
     * was put in its place goes to the end first, so the order need not be kept with each request.
     */
    boolean makeRoom() {
        for (int i = watched.size(); i > 0; i--) {
            WatchedConnection first = watched.getFirst();
            if (first.waitsForClient() && first.usage().hasWaitedSinceListed()) {
                first.cut(Cut.MADE_ROOM);
                return true;
            }
            first.usage().listed();
            watched.addLast(first);
        }
        return false;
    }

    /**
     * More is held than may be: if too much of it is here, some is given up. On any thread, and
     * never at once: a connection may be in the middle of something.
     */
    void relieve() {
        if (isRelieving.compareAndSet(false, true)) {
            thread.execute(() -> LoopErrors.guard(this::giveUpTooMuch));
        }
    }

    private void giveUpTooMuch() {
        isRelieving.set(false);
        ConnectionLimits limits = totals().limits();
        if (totals().incompleteBytes() > limits.incompleteBytes()) {
            drop(ConnectionUsage::incompleteBytes, Cut.INCOMPLETE, limits.incompleteBytes());
        }
        if (totals().unsentBytes() > limits.unsentBytes()) {
            drop(ConnectionUsage::unsentBytes, Cut.UNSENT, limits.unsentBytes());
        }
    }

    /**
     * Closes the largest and slowest until a tenth of this loop's share is free again. A loop that
     * holds no more than its share closes nothing: then another one holds more.
     */
    private void drop(ToLongFunction<ConnectionUsage> bytes, Cut why, long limit) {
        long share = limit / loops();
        long held = watched.stream().map(WatchedConnection::usage).mapToLong(bytes).sum();
        if (held <= share) {
            return;
        }
        long wanted = held - share / 10 * 9;
        long precise = System.nanoTime();
        ToDoubleFunction<WatchedConnection> weight =
                one -> weight((double) bytes.applyAsLong(one.usage()), one.usage(), precise);
        List<WatchedConnection> worst =
                watched.stream()
                        .filter(one -> bytes.applyAsLong(one.usage()) > 0)
                        .sorted(Comparator.comparingDouble(weight).reversed())
                        .toList();
        long freed = 0;
        for (WatchedConnection one : worst) {
            if (freed >= wanted) {
                return;
            }
            freed += bytes.applyAsLong(one.usage());
            one.cut(why);
        }
    }

    /** Size counts for more than time: a small one frees hardly anything, however slow it is. */
    private static double weight(double bytes, ConnectionUsage usage, long now) {
        return bytes * bytes * (double) (1 + now - usage.waitingSince());
    }

    private void lookRound() {
        now = System.nanoTime();
        for (WatchedConnection one : new ArrayList<>(watched)) {
            one.look(now);
        }
        upstreams.look(now);
    }

    /** The headers in bytes: those of the last answer are remembered, for the next has the same. */
    @SuppressWarnings("ReferenceEquality") // Equal lists are encoded again, with the same result.
    AnswerHead.Encoded encoded(List<Header> headers) {
        if (encoded.lines().headers() != headers) {
            encoded = AnswerHead.Encoded.of(headers);
        }
        return encoded;
    }

    /** The value of the header {@code Date}, made once a second. */
    byte[] date() {
        Instant instant = routes().clock().instant();
        if (instant.getEpochSecond() != dateSecond) {
            dateSecond = instant.getEpochSecond();
            date = DATE.format(instant).getBytes(StandardCharsets.US_ASCII);
        }
        return date;
    }

    /** The server stops. */
    void stop() {
        for (WatchedConnection one : new ArrayList<>(watched)) {
            one.stop();
        }
    }
}
