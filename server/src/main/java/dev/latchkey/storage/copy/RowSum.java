package dev.latchkey.storage.copy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The number of rows and the sum of their SHA-256 hashes. Two tables with the same rows have the
 * same sum, in whatever order a database returns the rows.
 */
final class RowSum {
  private final MessageDigest sha256;
  private final long[] sum = new long[4];
  private long rows;

  RowSum() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  void add(String line) {
    ByteBuffer hash = ByteBuffer.wrap(sha256.digest(line.getBytes(StandardCharsets.UTF_8)));
    for (int i = 0; i < sum.length; i++) {
      sum[i] += hash.getLong();
    }
    rows++;
  }

  Result result() {
    ByteBuffer all = ByteBuffer.allocate(sum.length * Long.BYTES);
    for (long part : sum) {
      all.putLong(part);
    }
    return new Result(rows, HexFormat.of().formatHex(all.array()));
  }

  record Result(long rows, String sum) {
    @Override
    public String toString() {
      return rows + " rows, sum " + sum;
    }
  }
}
