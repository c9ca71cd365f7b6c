package dev.latchkey.console.table;

import dev.latchkey.api.ViewJson;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Csv;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The file formats in which a log can be downloaded. The lines are read one page at a time while
 * the file is sent, so that even a very long file needs little memory.
 */
public enum LogFormat {
  CSV("text/csv; charset=utf-8", ".csv") {
    @Override
    public String line(Record view) {
      return Csv.line(ViewJson.cells(view));
    }

    @Override
    String head(Class<? extends Record> view) {
      return Csv.line(ViewJson.names(view));
    }
  },
  JSON_LINES("application/x-ndjson", ".jsonl") {
    @Override
    public String line(Record view) {
      return new String(Json.bytes(ViewJson.of(view)), StandardCharsets.UTF_8) + "\n";
    }

    @Override
    String head(Class<? extends Record> view) {
      return "";
    }
  };

  private final String mediaType;
  private final String extension;

  LogFormat(String mediaType, String extension) {
    this.mediaType = mediaType;
    this.extension = extension;
  }

  /** The path of the file below that of the log. */
  public String path() {
    return "/export" + extension;
  }

  abstract String head(Class<? extends Record> view);

  public abstract String line(Record view);

  /** A page of lines. The last page has no rest. */
  public record Part<P>(List<? extends Record> lines, Optional<P> rest) {}

  /**
   * A log as a file with this name. {@code parts} returns the page at a position; the first page
   * has none.
   */
  public <P> Response download(
      String name, Class<? extends Record> view, Function<Optional<P>, Part<P>> parts) {
    var file = new PagedStream<>(head(view), parts);
    return new Response(200, List.of(), new Content.Streamed(OptionalLong.empty(), file))
        .with("Content-Type", mediaType)
        .with("Content-Disposition", "attachment; filename=\"" + name + extension + "\"");
  }

  private final class PagedStream<P> extends InputStream {
    private final Function<Optional<P>, Part<P>> parts;
    private ByteArrayInputStream unread;
    private Optional<P> position = Optional.empty();
    private boolean isDone;

    PagedStream(String head, Function<Optional<P>, Part<P>> parts) {
      this.unread = bytes(head);
      this.parts = parts;
    }

    @Override
    public int read() {
      fill();
      return unread.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      fill();
      return unread.read(into, offset, length);
    }

    private void fill() {
      while (unread.available() == 0 && !isDone) {
        Part<P> part = parts.apply(position);
        position = part.rest();
        isDone = position.isEmpty();
        unread =
            bytes(part.lines().stream().map(LogFormat.this::line).collect(Collectors.joining()));
      }
    }

    private static ByteArrayInputStream bytes(String text) {
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
