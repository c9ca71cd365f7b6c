package dev.latchkey.http.netty;

import io.netty.buffer.ByteBuf;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes the body of one request off the connection, by its length or by its chunks. Nothing but a
 * line end may follow a chunk's size and its bytes, and there are no trailers.
 */
final class BodyReader {
    private static final int SIZE_DIGITS = 15;

    private enum State {
        SIZE,
        BYTES,
        END_OF_CHUNK,
        END_OF_BODY,
        DONE,
        BROKEN
    }

    private final boolean isChunked;
    private State state;
    private long left;

    /** The length is empty if the body comes in chunks. */
    BodyReader(OptionalLong length) {
        isChunked = length.isEmpty();
        left = length.orElse(0);
        state = isChunked ? State.SIZE : left == 0 ? State.DONE : State.BYTES;
    }

    boolean isDone() {
        return state == State.DONE;
    }

    boolean isBroken() {
        return state == State.BROKEN;
    }

    /** The next bytes of the body, retained; null if there are none, for now or for good. */
    @Nullable ByteBuf next(ByteBuf in) {
        while (in.isReadable()) {
            switch (state) {
                case SIZE -> {
                    if (isLineIncomplete(in)) {
                        return null;
                    }
                    readSize(in);
                }
                case BYTES -> {
                    int n = (int) Math.min(left, in.readableBytes());
                    left -= n;
                    if (left == 0) {
                        state = isChunked ? State.END_OF_CHUNK : State.DONE;
                    }
                    return in.readRetainedSlice(n);
                }
                case END_OF_CHUNK -> {
                    if (!readLineEnd(in, State.SIZE)) {
                        return null;
                    }
                }
                case END_OF_BODY -> {
                    if (!readLineEnd(in, State.DONE)) {
                        return null;
                    }
                }
                case DONE, BROKEN -> {
                    return null;
                }
            }
        }
        return null;
    }

    /** A size is read once its line is whole; until then its bytes stay where they are. */
    private static boolean isLineIncomplete(ByteBuf in) {
        return in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n') < 0
                && in.readableBytes() <= SIZE_DIGITS + 1;
    }

    private void readSize(ByteBuf in) {
        left = 0;
        int digits = 0;
        while (in.isReadable()) {
            int digit = Character.digit(in.getByte(in.readerIndex()), 16);
            if (digit < 0) {
                break;
            }
            in.skipBytes(1);
            left = 16 * left + digit;
            if (++digits > SIZE_DIGITS) {
                state = State.BROKEN;
                return;
            }
        }
        if (digits == 0 || in.readableBytes() < 2) {
            state = State.BROKEN;
            return;
        }
        readLineEnd(in, left == 0 ? State.END_OF_BODY : State.BYTES);
    }

    /** False if more bytes are needed to tell. */
    private boolean readLineEnd(ByteBuf in, State then) {
        int at = in.readerIndex();
        if (in.getByte(at) != '\r') {
            state = State.BROKEN;
            return true;
        }
        if (in.readableBytes() < 2) {
            return false;
        }
        state = in.getByte(at + 1) == '\n' ? then : State.BROKEN;
        in.skipBytes(2);
        return true;
    }
}
