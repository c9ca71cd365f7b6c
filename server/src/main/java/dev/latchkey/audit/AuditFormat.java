package dev.latchkey.audit;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.AuditEntryView;
import dev.latchkey.edge.http.Csv;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.storage.audit.AuditRecords;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The file formats in which the audit log can be downloaded. The entries are read one page at a
 * time while the file is sent, so that even a very long file needs little memory.
 */
public enum AuditFormat {
  CSV("text/csv; charset=utf-8", ".csv") {
    @Override
    String line(ListedAuditEntry line) {
      return Csv.line(ViewJson.cells(AuditEntryView.of(line)));
    }

    @Override
    String head() {
      return Csv.line(ViewJson.names(AuditEntryView.class));
    }
  },
  JSON_LINES("application/x-ndjson", ".jsonl") {
    @Override
    String line(ListedAuditEntry line) {
      return new String(Json.bytes(ViewJson.of(AuditEntryView.of(line))), StandardCharsets.UTF_8)
          + "\n";
    }

    @Override
    String head() {
      return "";
    }
  };

  private final String mediaType;
  private final String extension;

  AuditFormat(String mediaType, String extension) {
    this.mediaType = mediaType;
    this.extension = extension;
  }

  String mediaType() {
    return mediaType;
  }

  String extension() {
    return extension;
  }

  abstract String head();

  abstract String line(ListedAuditEntry line);

  /** {@code pages} returns the page at a position. The last page has no rest. */
  InputStream read(Function<AuditSearch.Position, AuditRecords.Found> pages) {
    return new PagedStream(pages);
  }

  private final class PagedStream extends InputStream {
    private final Function<AuditSearch.Position, AuditRecords.Found> pages;
    private ByteArrayInputStream unread = bytes(head());
    private Optional<AuditSearch.Position> rest = Optional.of(new AuditSearch.Position.Newest());

    PagedStream(Function<AuditSearch.Position, AuditRecords.Found> pages) {
      this.pages = pages;
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
      while (unread.available() == 0 && rest.isPresent()) {
        AuditRecords.Found page = pages.apply(rest.get());
        rest = page.rest();
        unread =
            bytes(
                page.entries().stream().map(AuditFormat.this::line).collect(Collectors.joining()));
      }
    }

    private static ByteArrayInputStream bytes(String text) {
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
