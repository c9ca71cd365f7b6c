package dev.latchkey.gateway;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.impl.io.MonitoringResponseOutOfOrderStrategy;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.util.Timeout;

/**
 * One connection to an upstream. While it waits for bytes it looks now and then whether anybody
 * still waits for them.
 */
final class UpstreamConnection extends DefaultBHttpClientConnection {
    /** Without bounds the head of an answer could fill the memory. */
    private static final Http1Config HTTP =
            Http1Config.custom()
                    .setWaitForContinueTimeout(Timeout.ofSeconds(2))
                    .setMaxLineLength(65_536)
                    .setMaxHeaderCount(500)
                    .build();

    private static final int LOOK_ROUND_MILLIS = 1_000;
    private static final long SURELY_OPEN_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long SURELY_OPEN_FOR_ONCE_NANOS = Duration.ofMillis(2).toNanos();
    private static final long WORTH_KEEPING_NANOS = Duration.ofSeconds(30).toNanos();

    private final long idleNanos;
    private BooleanSupplier isCallerGone = () -> false;
    private boolean isProbing;
    private boolean isLeftUnsent;
    private long answerNanos;
    private long answerBy;
    private long restsSince;
    private volatile long takenSince;
    private volatile boolean isGiving;

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
        plain.setSoTimeout(LOOK_ROUND_MILLIS);
        var connection = new UpstreamConnection(idle);
        connection.bind(connection.new Ends(plain));
        return connection;
    }

    static UpstreamConnection over(SSLSocket secured, Socket plain, Duration idle)
            throws IOException {
        secured.setSoTimeout(LOOK_ROUND_MILLIS);
        var connection = new UpstreamConnection(idle);
        connection.bind(connection.new Ends(secured, plain));
        return connection;
    }

    /** For one exchange: how long the head of the answer may take, and who waits for it. */
    void begin(Duration answer, BooleanSupplier isCallerGone) {
        this.answerNanos = answer.toNanos();
        this.isCallerGone = isCallerGone;
        isSent();
    }

    /** Nothing more goes to the upstream: from now on the answer is waited for. */
    void isSent() {
        answerBy = System.nanoTime() + answerNanos;
    }

    /** The head is there: from now on only a standstill ends the exchange. */
    void answers() {
        this.answerBy = System.nanoTime() + Duration.ofDays(365).toNanos();
    }

    void rest() {
        isCallerGone = () -> false;
        restsSince = System.nanoTime();
    }

    /**
     * Whether the next exchange may have it. Bytes that nobody asked for would be taken for the
     * next caller's answer. To see whether the other end has closed takes a millisecond, so it is
     * looked for after a longer rest, or where the call could not be sent again.
     */
    boolean isFresh(boolean mayRepeat) throws IOException {
        long rested = System.nanoTime() - restsSince;
        return rested < WORTH_KEEPING_NANOS
                && !hasUnaskedBytes()
                && (rested < (mayRepeat ? SURELY_OPEN_NANOS : SURELY_OPEN_FOR_ONCE_NANOS)
                        || !isStale());
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
    void gives(boolean gives) {
        takenSince = System.nanoTime();
        isGiving = gives;
    }

    boolean isStuck() {
        return isGiving && System.nanoTime() - takenSince > idleNanos;
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
        private final Socket socket;

        Patient(Socket socket) throws IOException {
            super(socket.getInputStream());
            this.socket = socket;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (isProbing && available() == 0) {
                throw new SocketTimeoutException();
            }
            long since = System.nanoTime();
            while (true) {
                try {
                    return super.read(bytes, offset, length);
                } catch (SocketTimeoutException quiet) {
                    if (socket.getSoTimeout() != LOOK_ROUND_MILLIS || isOver(since)) {
                        throw quiet;
                    }
                    if (isCallerGone.getAsBoolean()) {
                        throw new CallerGone();
                    }
                }
            }
        }

        private boolean isOver(long since) {
            long now = System.nanoTime();
            return now - since > idleNanos || now - answerBy > 0;
        }
    }

    /** Nobody waits for this answer any more. */
    static final class CallerGone extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
