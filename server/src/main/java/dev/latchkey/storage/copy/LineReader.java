package dev.latchkey.storage.copy;

import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/** Reads lines that end with a line feed. A line has a limit, because it is read into the heap. */
final class LineReader implements AutoCloseable {
  private final Reader text;
  private final int longest;
  private final char[] buffer = new char[16_384];
  private int next;
  private int end;

  LineReader(Reader text, int longest) {
    this.text = text;
    this.longest = longest;
  }

  /** A line is longer than allowed. */
  static final class LineTooLong extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** The next line; empty at the end of the text. */
  Optional<String> line() throws IOException {
    var line = new StringBuilder();
    boolean any = false;
    while (next < end || fill()) {
      any = true;
      int from = next;
      while (next < end && buffer[next] != '\n') {
        next++;
      }
      line.append(buffer, from, next - from);
      if (line.length() > longest) {
        throw new LineTooLong();
      }
      if (next < end) {
        next++;
        break;
      }
    }
    return any ? Optional.of(line.toString()) : Optional.empty();
  }

  private boolean fill() throws IOException {
    next = 0;
    end = Math.max(0, text.read(buffer, 0, buffer.length));
    return end > 0;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
