package dev.latchkey.console.credential;

import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Csv;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The file formats in which chosen credentials can be downloaded. A file never has a secret. */
enum CredentialExport {
  CSV("text/csv; charset=utf-8", ".csv") {
    @Override
    byte[] write(List<CredentialFacts.Facts> rows) {
      var text = new StringBuilder(Csv.line(COLUMNS));
      rows.forEach(row -> text.append(Csv.line(cells(row))));
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }
  },
  JSON("application/json", ".json") {
    @Override
    byte[] write(List<CredentialFacts.Facts> rows) {
      var json = Json.object();
      var all = json.putArray("credentials");
      for (CredentialFacts.Facts row : rows) {
        var one = all.addObject();
        List<String> cells = cells(row);
        for (int i = 0; i < COLUMNS.size(); i++) {
          if (!cells.get(i).isEmpty()) {
            one.put(COLUMNS.get(i), cells.get(i));
          }
        }
      }
      return Json.bytes(json);
    }
  };

  private static final List<String> COLUMNS =
      withTexts(
          AppProfile.Text::code,
          "client_id",
          "name",
          "type",
          "state",
          "owner_email",
          "scope",
          "active_tokens",
          "created_at",
          "last_used_at",
          "networks");

  private final String mediaType;
  private final String extension;

  CredentialExport(String mediaType, String extension) {
    this.mediaType = mediaType;
    this.extension = extension;
  }

  abstract byte[] write(List<CredentialFacts.Facts> rows);

  String extension() {
    return extension;
  }

  Response answer(List<CredentialFacts.Facts> rows) {
    return new Response(200, List.of(), new Content.Whole(write(rows)))
        .with("Content-Type", mediaType)
        .with("Content-Disposition", "attachment; filename=\"credentials" + extension + "\"");
  }

  private static List<String> cells(CredentialFacts.Facts row) {
    Credential credential = row.credential();
    return withTexts(
        credential.profile()::text,
        credential.clientId().value(),
        credential.name(),
        row.type().name().toLowerCase(Locale.ROOT),
        row.state().name().toLowerCase(Locale.ROOT),
        row.owner().user().email(),
        credential.scope().joined(Scopes.Separator.COMMA),
        String.valueOf(row.tokens().shown()),
        credential.createdAt().toString(),
        row.lastUse().map(Instant::toString).orElse(""),
        credential.networks().texts().collect(Collectors.joining(",")));
  }

  private static List<String> withTexts(Function<AppProfile.Text, String> cell, String... others) {
    return Stream.concat(Stream.of(others), Stream.of(AppProfile.Text.values()).map(cell)).toList();
  }
}
