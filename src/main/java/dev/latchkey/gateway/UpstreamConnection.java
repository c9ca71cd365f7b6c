package dev.latchkey.gateway;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.impl.io.MonitoringResponseOutOfOrderStrategy;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * One connection to an upstream. It waits without a timer of its own: one a call costs more than
 * the call. Whoever keeps the connections looks round, and ends an exchange that waits for too long
 * or that nobody waits for any more.
 */
final class UpstreamConnection extends DefaultBHttpClientConnection {
    /** Without bounds the head of an answer could fill the memory. */
    private static final Http1Config HTTP =
            Http1Config.custom()
                    .setWaitForContinueTimeout(Timeout.ofSeconds(2))
                    .setMaxLineLength(65_536)
                    .setMaxHeaderCount(500)
                    .build();

    private static final long WORTH_ASKING_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long SURELY_OPEN_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long SURELY_OPEN_FOR_ONCE_NANOS = Duration.ofMillis(2).toNanos();
    private static final long WORTH_KEEPING_NANOS = Duration.ofSeconds(30).toNanos();

    /** What an exchange waits for at its upstream. */
    private enum Wait {
        NOTHING,
        BYTES,
        ROOM
    }

    private final long idleNanos;
    private boolean isProbing;
    private boolean isLeftUnsent;
    private long answerNanos;

    /** From here on guarded by this connection: whoever looks round has a thread of its own. */
    private Wait waitsFor = Wait.NOTHING;

    private long waitsSince;
    private long restsSince;
    private long answerBy;
    private BooleanSupplier isCallerGone = () -> false;
    private Optional<IOException> ended = Optional.empty();

    private UpstreamConnection(Duration idle) {
        super(
                HTTP,
                null,
                null,
                null,
                null,
                MonitoringResponseOutOfOrderStrategy.INSTANCE,
                null,
                new DefaultHttpResponseParserFactory(HTTP));
        this.idleNanos = idle.toNanos();
    }

    static UpstreamConnection over(Socket plain, Duration idle) throws IOException {
        plain.setSoTimeout(0);
        var connection = new UpstreamConnection(idle);
        connection.bind(connection.new Ends(plain));
        return connection;
    }

    static UpstreamConnection over(SSLSocket secured, Socket plain, Duration idle)
            throws IOException {
        secured.setSoTimeout(0);
        var connection = new UpstreamConnection(idle);
        connection.bind(connection.new Ends(secured, plain));
        return connection;
    }

    /** For one exchange: how long the head of the answer may take, and who waits for it. */
    void begin(Duration answer, BooleanSupplier isCallerGone) {
        this.answerNanos = answer.toNanos();
        synchronized (this) {
            this.isCallerGone = isCallerGone;
        }
        isSent();
    }

    /** Nothing more goes to the upstream: from now on the answer is waited for. */
    synchronized void isSent() {
        answerBy = System.nanoTime() + answerNanos;
    }

    /** The head is there: from now on only a standstill ends the exchange. */
    synchronized void answers() {
        answerBy = System.nanoTime() + Duration.ofDays(365).toNanos();
    }

    synchronized void rest() {
        isCallerGone = () -> false;
        restsSince = System.nanoTime();
    }

    /**
     * To be done every second or so, while an exchange goes on. Closed with the lock in hand, or
     * another exchange could have begun meanwhile and be the one that ends.
     */
    synchronized void lookAt() {
        long now = System.nanoTime();
        long waited = now - waitsSince;
        ended =
                switch (waitsFor) {
                    case NOTHING -> ended;
                    case BYTES -> {
                        if (waited > idleNanos || now - answerBy > 0) {
                            yield Optional.of(new SocketTimeoutException());
                        }
                        yield waited > WORTH_ASKING_NANOS && isCallerGone.getAsBoolean()
                                ? Optional.of(new CallerGone())
                                : ended;
                    }
                    case ROOM ->
                            waited > idleNanos ? Optional.of(new SocketTimeoutException()) : ended;
                };
        if (ended.isPresent()) {
            close(CloseMode.IMMEDIATE);
        }
    }

    private synchronized void waitFor(Wait what) {
        waitsFor = what;
        waitsSince = System.nanoTime();
    }

    /** The wait is over; if it was ended, by what. */
    private synchronized Optional<IOException> waited() {
        waitsFor = Wait.NOTHING;
        return ended;
    }

    /**
     * Whether the next exchange may have it. Bytes that nobody asked for would be taken for the
     * next caller's answer. To see whether the other end has closed takes a millisecond, so it is
     * looked for after a longer rest, or where the call could not be sent again.
     */
    boolean isFresh(boolean mayRepeat) {
        long surelyOpen = mayRepeat ? SURELY_OPEN_NANOS : SURELY_OPEN_FOR_ONCE_NANOS;
        try {
            return !isWorn() && !hasUnaskedBytes() && (rested() < surelyOpen || !isStale());
        } catch (IOException closed) {
            return false;
        }
    }

    /** Whether it has rested for so long that the other end may have closed it. */
    boolean isWorn() {
        return rested() > WORTH_KEEPING_NANOS;
    }

    private synchronized long rested() {
        return System.nanoTime() - restsSince;
    }

    private boolean hasUnaskedBytes() throws IOException {
        isProbing = true;
        try {
            return isDataAvailable(Timeout.ONE_MILLISECOND);
        } finally {
            isProbing = false;
        }
    }

    /** The library would send a short body on after its refusal, and so ask the caller for it. */
    @Override
    public void terminateRequest(ClassicHttpRequest request) {
        isLeftUnsent = true;
    }

    @Override
    public boolean isConsistent() {
        return !isLeftUnsent && super.isConsistent();
    }

    /** Around every write of a body: an upstream that takes nothing holds it up for good. */
    void gives(Giving some) throws IOException {
        waitFor(Wait.ROOM);
        try {
            some.give();
        } catch (IOException broken) {
            throw waited().orElse(broken);
        }
        waited();
    }

    @FunctionalInterface
    interface Giving {
        void give() throws IOException;
    }

    private final class Ends extends SocketHolder {
        Ends(Socket plain) {
            super(plain);
        }

        Ends(SSLSocket secured, Socket plain) {
            super(secured, plain);
        }

        @Override
        protected InputStream getInputStream(Socket socket) throws IOException {
            return new Patient(socket);
        }
    }

    private final class Patient extends FilterInputStream {
        Patient(Socket socket) throws IOException {
            super(socket.getInputStream());
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (isProbing && available() == 0) {
                throw new NothingYet();
            }
            waitFor(Wait.BYTES);
            int n;
            try {
                n = super.read(bytes, offset, length);
            } catch (IOException broken) {
                throw waited().orElse(broken);
            }
            waited();
            return n;
        }
    }

    /** Thrown before most calls, so without the stack, which costs more than the look. */
    private static final class NothingYet extends SocketTimeoutException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Nobody waits for this answer any more. */
    static final class CallerGone extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
