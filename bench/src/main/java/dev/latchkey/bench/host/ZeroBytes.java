package dev.latchkey.bench.host;

import java.io.InputStream;
import java.util.Arrays;

/** A stream of zero bytes of a given length. It needs no memory for them. */
public final class ZeroBytes extends InputStream {
  private long left;

  public ZeroBytes(long count) {
    this.left = count;
  }

  @Override
  public int read() {
    if (left == 0) {
      return -1;
    }
    left--;
    return 0;
  }

  @Override
  public int read(byte[] into, int from, int most) {
    if (left == 0) {
      return -1;
    }
    int count = (int) Math.min(most, left);
    Arrays.fill(into, from, from + count, (byte) 0);
    left -= count;
    return count;
  }

  @Override
  public int available() {
    return (int) Math.min(Integer.MAX_VALUE, left);
  }
}
