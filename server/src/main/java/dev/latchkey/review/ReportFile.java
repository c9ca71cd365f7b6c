package dev.latchkey.review;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.review.ReviewReport;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A report as a file: as JSON with its key and signature, or as a page that contains this JSON. The
 * page is written from the JSON alone, so a page whose table was changed is not what is written
 * again from it.
 */
public record ReportFile(ReviewReport report) {
  private static final String BEGIN = "<pre id=\"signed\">";

  /** A report has more values than a request may have. */
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private static final String END = "</pre>";

  public String json() {
    ObjectNode json = Json.object();
    json.set("report", content());
    json.set("key", parse(report.key()).orElseGet(Json::object));
    json.put("signature", report.signature());
    return text(json);
  }

  JsonNode content() {
    return parse(report.text()).orElseThrow();
  }

  public String html() {
    return new ReportPage(content(), report.keyId()).html(BEGIN + escaped(json()) + END);
  }

  /** Empty if the file has no report of this form, or if the page does not show what is signed. */
  public static Optional<ReportFile> read(String file) {
    int begin = file.indexOf(BEGIN);
    int end = file.lastIndexOf(END);
    if (begin < 0 || end < begin) {
      return ofJson(file);
    }
    return ofJson(unescaped(file.substring(begin + BEGIN.length(), end)))
        .filter(found -> found.html().equals(file));
  }

  private static Optional<ReportFile> ofJson(String text) {
    return parse(text)
        .filter(json -> json.has("report") && json.has("key") && json.has("signature"))
        .map(json ->
            new ReportFile(
                new ReviewReport(
                    text(json.get("report")),
                    text(json.get("key")),
                    json.get("signature").asString())))
        .filter(file -> file.content().has("items"));
  }

  private static Optional<JsonNode> parse(String text) {
    try {
      return Optional.of(MAPPER.readTree(text));
    } catch (JacksonException unusable) {
      return Optional.empty();
    }
  }

  private static String text(JsonNode json) {
    return new String(Json.bytes(json), StandardCharsets.UTF_8);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String unescaped(String text) {
    return text.replace("&quot;", "\"")
        .replace("&gt;", ">")
        .replace("&lt;", "<")
        .replace("&amp;", "&");
  }
}
