package dev.latchkey.bench.host;

import java.io.InputStream;
import java.util.Arrays;

/** So many bytes, none of which has to be kept anywhere. */
public final class Zeros extends InputStream {
    private long left;

    public Zeros(long count) {
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
