package dev.latchkey.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A body that is opened when it is first read: opening it tells a client that waits with {@code
 * Expect: 100-continue} to go on, which is not ours to say before somebody wants the body.
 */
final class OnFirstRead extends InputStream {
    private final Supplier<InputStream> body;
    private @Nullable InputStream opened;

    OnFirstRead(Supplier<InputStream> body) {
        this.body = body;
    }

    @Override
    public int read() throws IOException {
        return opened().read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return opened().read(bytes, offset, length);
    }

    private InputStream opened() {
        if (opened == null) {
            opened = body.get();
        }
        return opened;
    }
}
