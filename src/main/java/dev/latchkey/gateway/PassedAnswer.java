package dev.latchkey.gateway;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/**
 * An upstream's body on its way to the caller. Read to its end it gives the connection back for the
 * next call; left before, it ends it, and the upstream need not go on.
 */
final class PassedAnswer extends FilterInputStream {
    private final UpstreamPool pool;
    private final UpstreamPool.Lease lease;
    private final boolean mayServeAgain;
    private final Consumer<IOException> brokenOff;
    private boolean isSettled;

    PassedAnswer(
            InputStream content,
            UpstreamPool pool,
            UpstreamPool.Lease lease,
            boolean mayServeAgain,
            Consumer<IOException> brokenOff) {
        super(content);
        this.pool = pool;
        this.lease = lease;
        this.mayServeAgain = mayServeAgain;
        this.brokenOff = brokenOff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            int n = super.read(bytes, offset, length);
            if (n < 0) {
                settle(mayServeAgain);
            }
            return n;
        } catch (IOException cause) {
            brokenOff.accept(cause);
            throw cause;
        }
    }

    @Override
    public void close() {
        settle(false);
    }

    private void settle(boolean isReusable) {
        if (isSettled) {
            return;
        }
        isSettled = true;
        if (isReusable) {
            pool.giveBack(lease);
        } else {
            pool.discard(lease);
        }
    }
}
