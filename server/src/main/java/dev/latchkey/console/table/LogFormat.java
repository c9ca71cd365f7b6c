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
import java.util.function.Supplier;
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
    return streamed(name, new Pages<>(head(view), parts));
  }

  /** The same with texts that are already lines. {@code next}: empty at the end of the log. */
  public Response streamed(String name, Supplier<Optional<String>> next) {
    var file = new TextStream(next);
    return new Response(200, List.of(), new Content.Streamed(OptionalLong.empty(), file))
        .with("Content-Type", mediaType)
        .with("Content-Disposition", "attachment; filename=\"" + name + extension + "\"");
  }

  /** The texts of a file: its head, then one for each page. */
  private final class Pages<P> implements Supplier<Optional<String>> {
    private final Function<Optional<P>, Part<P>> parts;
    private Optional<String> head;
    private Optional<P> position = Optional.empty();
    private boolean isDone;

    Pages(String head, Function<Optional<P>, Part<P>> parts) {
      this.head = Optional.of(head);
      this.parts = parts;
    }

    @Override
    public Optional<String> get() {
      if (head.isPresent()) {
        Optional<String> first = head;
        head = Optional.empty();
        return first;
      }
      if (isDone) {
        return Optional.empty();
      }
      Part<P> part = parts.apply(position);
      position = part.rest();
      isDone = position.isEmpty();
      return Optional.of(
          part.lines().stream().map(LogFormat.this::line).collect(Collectors.joining()));
    }
  }

  private static final class TextStream extends InputStream {
    private final Supplier<Optional<String>> texts;
    private ByteArrayInputStream unread = new ByteArrayInputStream(new byte[0]);
    private boolean isDone;

    TextStream(Supplier<Optional<String>> texts) {
      this.texts = texts;
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
        Optional<String> next = texts.get();
        isDone = next.isEmpty();
        unread = new ByteArrayInputStream(next.orElse("").getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
