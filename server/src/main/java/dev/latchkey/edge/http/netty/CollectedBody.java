package dev.latchkey.edge.http.netty;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.OptionalLong;

/** The body of a request that is read before its handler runs. */
final class CollectedBody {
  private final long declared;
  private final int most;
  private byte[] collected = {};
  private int length;

  /**
   * {@code declared} is empty if the client has not declared the length. {@code most}: how long it
   * can be.
   */
  CollectedBody(OptionalLong declared, int most) {
    this.declared = declared.orElse(Long.MAX_VALUE);
    this.most = most;
  }

  /** Returns false, and adds nothing, if the body is too long. */
  boolean add(ByteBuf part) {
    int n = part.readableBytes();
    if (length + n > most) {
      return false;
    }
    if (length + n > collected.length) {
      collected = Arrays.copyOf(collected, capacity(length + n));
    }
    part.readBytes(collected, length, n);
    length += n;
    return true;
  }

  /**
   * The capacity for a body of which {@code needed} bytes have arrived. It is at most the length of
   * the body, and at most twice of what has arrived.
   */
  private int capacity(int needed) {
    return (int) Math.min(declared, Math.min(2L * needed, most));
  }

  byte[] bytes() {
    return length == collected.length ? collected : Arrays.copyOf(collected, length);
  }

  long heldBytes() {
    return collected.length;
  }
}
