package dev.latchkey.harness.network;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Copies the answers of a PostgreSQL server to its client, message by message. A message consists
 * of a letter, its length including the four bytes of the length itself, and its content. {@code
 * CommandComplete} has the letter C, and the content {@code COMMIT} for the COMMIT of a
 * transaction. The answer to a statement in autocommit mode contains the name of that statement, so
 * it is not recognized.
 */
final class PostgresAnswers {
  private static final int BUFFER = 16_384;
  private static final int LENGTH_BYTES = 4;
  private static final byte[] COMMIT = "COMMIT\0".getBytes(StandardCharsets.US_ASCII);

  private final DataInputStream in;
  private final DataOutputStream out;
  private final CommitFilter commits;
  private final byte[] buffer = new byte[BUFFER];

  PostgresAnswers(InputStream in, OutputStream out, CommitFilter commits) {
    this.in = new DataInputStream(new BufferedInputStream(in, BUFFER));
    this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
    this.commits = commits;
  }

  /**
   * Copies answers until one is swallowed, and returns that one. Returns empty when the server has
   * closed the connection.
   */
  Optional<CommitFilter.Swallowed> copy() throws IOException {
    int letter = afterRefusedEncryption();
    for (; letter >= 0; letter = in.read()) {
      int length = in.readInt() - LENGTH_BYTES;
      if (letter == 'C' && length == COMMIT.length) {
        byte[] content = in.readNBytes(length);
        if (Arrays.equals(content, COMMIT)) {
          Optional<CommitFilter.Swallowed> swallowed = commits.next();
          if (swallowed.isPresent()) {
            out.flush();
            return swallowed;
          }
        }
        startMessage(letter, length);
        out.write(content);
      } else {
        startMessage(letter, length);
        copyContent(length);
      }
      flushIfIdle();
    }
    return Optional.empty();
  }

  /** A server without TLS answers a request for TLS with the single letter N. */
  private int afterRefusedEncryption() throws IOException {
    int letter = in.read();
    while (letter == 'N') {
      out.write(letter);
      out.flush();
      letter = in.read();
    }
    if (letter == 'S') {
      throw new IOException("the proxy cannot read an encrypted connection");
    }
    return letter;
  }

  private void startMessage(int letter, int length) throws IOException {
    out.write(letter);
    out.writeInt(length + LENGTH_BYTES);
  }

  private void copyContent(int length) throws IOException {
    for (int left = length; left > 0; ) {
      int n = in.read(buffer, 0, Math.min(left, buffer.length));
      if (n < 0) {
        throw new EOFException("a message is not whole");
      }
      out.write(buffer, 0, n);
      left -= n;
      flushIfIdle();
    }
  }

  private void flushIfIdle() throws IOException {
    if (in.available() == 0) {
      out.flush();
    }
  }
}
