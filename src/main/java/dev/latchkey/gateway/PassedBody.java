package dev.latchkey.gateway;

import dev.latchkey.http.Body;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.io.CloseMode;

/** A caller's body on its way to the upstream: never whole in memory, and never too long. */
final class PassedBody extends AbstractHttpEntity {
    private static final int BUFFER = 32_768;

    private final Body.Unread body;
    private final long limit;
    private final UpstreamConnection connection;
    private final Runnable begun;

    /** {@code begun}: from then on the upstream may have seen some of it. */
    PassedBody(Body.Unread body, long limit, UpstreamConnection connection, Runnable begun) {
        super((String) null, null, body.length().isEmpty());
        this.body = body;
        this.limit = limit;
        this.connection = connection;
        this.begun = begun;
    }

    /** What the caller did: no fault of the upstream's. */
    static final class CallerFault extends IOException {
        private static final long serialVersionUID = 1L;

        CallerFault(Throwable cause) {
            super(cause);
        }
    }

    static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        begun.run();
        try {
            pass(out);
            connection.isSent();
        } catch (IOException broken) {
            // Or the library would end the chunks in due form, and a part be taken for the whole.
            connection.close(CloseMode.IMMEDIATE);
            throw broken;
        }
    }

    private void pass(OutputStream out) throws IOException {
        var buffer = new byte[BUFFER];
        long passed = 0;
        for (int n = read(buffer); n >= 0; n = read(buffer)) {
            passed += n;
            if (passed > limit) {
                throw new TooLong();
            }
            int given = n;
            connection.gives(() -> {
                out.write(buffer, 0, given);
                out.flush();
            });
        }
    }

    /** The library of the other side throws half a dozen kinds for a broken body. */
    private int read(byte[] buffer) throws CallerFault {
        try {
            return body.stream().read(buffer);
        } catch (IOException | RuntimeException cause) {
            throw new CallerFault(cause);
        }
    }

    @Override
    public InputStream getContent() {
        return body.stream();
    }

    @Override
    public boolean isStreaming() {
        return true;
    }

    @Override
    public long getContentLength() {
        return body.length().orElse(-1);
    }

    @Override
    public void close() {
        // The caller's connection owns the stream.
    }
}
