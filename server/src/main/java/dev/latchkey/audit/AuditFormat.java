package dev.latchkey.audit;

import dev.latchkey.edge.http.Csv;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditSearch;
import dev.latchkey.model.Id;
import dev.latchkey.model.ListedAuditEntry;
import dev.latchkey.storage.audit.AuditRecords;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file formats in which the audit log can be downloaded. The entries are read one page at a
 * time while the file is sent, so that even a very long file needs little memory.
 */
public enum AuditFormat {
  CSV("text/csv; charset=utf-8", ".csv") {
    @Override
    String line(ListedAuditEntry line) {
      return Csv.line(cells(line).toList());
    }

    @Override
    String head() {
      return Csv.line(COLUMNS);
    }
  },
  JSON_LINES("application/x-ndjson", ".jsonl") {
    @Override
    String line(ListedAuditEntry line) {
      return new String(Json.bytes(json(line)), StandardCharsets.UTF_8) + "\n";
    }

    @Override
    String head() {
      return "";
    }
  };

  private static final String DETAIL = "detail";

  private static final List<String> COLUMNS =
      List.of(
          "at",
          "event",
          "outcome",
          "user_id",
          "email",
          "about_user_id",
          "about_email",
          "client_id",
          "credential",
          "org_id",
          "team_id",
          "address",
          DETAIL,
          "actor",
          "actor_name",
          "request_id");

  private final String mediaType;
  private final String extension;

  AuditFormat(String mediaType, String extension) {
    this.mediaType = mediaType;
    this.extension = extension;
  }

  /** An entry as an object; what it does not have is left out. */
  public static ObjectNode json(ListedAuditEntry line) {
    ObjectNode json = Json.object();
    List<String> cells = cells(line).toList();
    for (int i = 0; i < COLUMNS.size(); i++) {
      if (!cells.get(i).isEmpty() && !COLUMNS.get(i).equals(DETAIL)) {
        json.put(COLUMNS.get(i), cells.get(i));
      }
    }
    line.entry().detail().flatMap(Json::parse).ifPresent(changes -> json.set(DETAIL, changes));
    return json;
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

  private static Stream<String> cells(ListedAuditEntry line) {
    AuditEntry entry = line.entry();
    return Stream.of(
        entry.moment().at().toString(),
        entry.event().name().toLowerCase(Locale.ROOT),
        entry.outcome().code(),
        value(entry.actor().subject()),
        line.names().actorEmail(),
        value(entry.aboutUser()),
        line.names().aboutEmail(),
        value(entry.client()),
        line.names().credentialName(),
        value(entry.organization()),
        value(entry.team()),
        entry.moment().address(),
        entry.detail().orElse(""),
        entry.actor().kind().orElse(""),
        line.names().actorName(),
        entry.moment().requestId().orElse(""));
  }

  private static String value(Optional<? extends Id> id) {
    return id.map(Id::value).orElse("");
  }
}
