package dev.latchkey.edge.http.netty;

import io.netty.buffer.ByteBuf;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of one request from the connection, by its length or chunk by chunk. Only a line
 * end may follow the size of a chunk and the bytes of a chunk, so chunk extensions are refused.
 * Trailers are refused too.
 */
final class BodyReader {
  private static final int MAX_SIZE_DIGITS = 15;

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
  private long remaining;

  /** {@code length} is empty if the body is chunked. */
  BodyReader(OptionalLong length) {
    isChunked = length.isEmpty();
    remaining = length.orElse(0);
    state = isChunked ? State.SIZE : remaining == 0 ? State.DONE : State.BYTES;
  }

  boolean isDone() {
    return state == State.DONE;
  }

  boolean isBroken() {
    return state == State.BROKEN;
  }

  /**
   * All bytes of the body that have arrived, retained for the caller. Null if there are none now,
   * or if the body has ended. Many small chunks become one part, because each part costs much more
   * than its bytes.
   */
  @Nullable ByteBuf next(ByteBuf in) {
    ByteBuf first = nextChunk(in);
    ByteBuf second = first == null ? null : nextChunk(in);
    if (first == null || second == null) {
      return first;
    }
    ByteBuf all =
        in.alloc().buffer(first.readableBytes() + second.readableBytes() + in.readableBytes());
    append(all, first);
    for (ByteBuf chunk = second; chunk != null; chunk = nextChunk(in)) {
      append(all, chunk);
    }
    return all;
  }

  private static void append(ByteBuf all, ByteBuf chunk) {
    all.writeBytes(chunk);
    chunk.release();
  }

  private @Nullable ByteBuf nextChunk(ByteBuf in) {
    while (in.isReadable()) {
      switch (state) {
        case SIZE -> {
          if (isLineIncomplete(in)) {
            return null;
          }
          readSize(in);
        }
        case BYTES -> {
          int n = (int) Math.min(remaining, in.readableBytes());
          remaining -= n;
          if (remaining == 0) {
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

  /**
   * Whether the line of a chunk's size is not complete yet. Until it is, its bytes stay in the
   * buffer.
   */
  private static boolean isLineIncomplete(ByteBuf in) {
    return in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n') < 0
        && in.readableBytes() <= MAX_SIZE_DIGITS + 1;
  }

  private void readSize(ByteBuf in) {
    remaining = 0;
    int digits = 0;
    while (in.isReadable()) {
      int digit = Character.digit(in.getByte(in.readerIndex()), 16);
      if (digit < 0) {
        break;
      }
      in.skipBytes(1);
      remaining = 16 * remaining + digit;
      if (++digits > MAX_SIZE_DIGITS) {
        state = State.BROKEN;
        return;
      }
    }
    if (digits == 0 || in.readableBytes() < 2) {
      state = State.BROKEN;
      return;
    }
    readLineEnd(in, remaining == 0 ? State.END_OF_BODY : State.BYTES);
  }

  /** Reads a line end. Returns false if more bytes are needed to decide. */
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
