package dev.latchkey.audit.seal;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.audit.seal.AuditLine;
import dev.latchkey.model.audit.seal.AuditSeal;
import dev.latchkey.model.audit.seal.AuditVerification;
import dev.latchkey.model.audit.seal.Leaves;
import dev.latchkey.model.audit.seal.SealKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file of a sealed log: one JSON object a line, each a seal or a line of the log, in the order
 * of {@link SealedLog}.
 */
public final class SealedFile {
  private SealedFile() {}

  public static String text(SealedLog.Part part) {
    return switch (part) {
      case SealedLog.Part.Seal(var seal) -> text(json(seal));
      case SealedLog.Part.Lines(var lines) ->
          lines.stream().map(line -> text(json(line))).collect(Collectors.joining());
    };
  }

  private static String text(ObjectNode json) {
    return new String(Json.bytes(json), StandardCharsets.UTF_8) + "\n";
  }

  private static ObjectNode json(AuditLine line) {
    ObjectNode json = Json.object().put("entry_id", line.number());
    AuditLine.FIELDS.forEach(name -> {
      if (line.fields().containsKey(name)) {
        json.put(name, line.fields().get(name));
      }
    });
    return json;
  }

  private static ObjectNode json(AuditSeal seal) {
    AuditSeal.Content content = seal.content();
    ObjectNode json =
        Json.object()
            .put("seal", seal.range().number())
            .put("after", seal.range().after())
            .put("last", seal.range().last())
            .put("lines", content.lines())
            .put("others", content.others().text())
            .put("apps", content.apps())
            .put("oldest", content.times().oldest().toString())
            .put("latest", content.times().latest().toString())
            .put("earlier", content.times().earlier().toString())
            .put("keeps_lines", seal.kept().lines())
            .put("keeps_days", seal.kept().days())
            .put("at", seal.link().at().toString())
            .put("previous", seal.link().previous())
            .put("key", seal.link().key().jwk());
    var known = json.putArray("known");
    seal.link().known().forEach(known::add);
    return json.put("signature", seal.signature()).put("head", seal.head());
  }

  /** Gives the content of a file to a verification. */
  public static void read(BufferedReader file, AuditVerification verification) throws IOException {
    long number = 0;
    for (String text = file.readLine(); text != null; text = file.readLine()) {
      number++;
      Optional<JsonNode> json = Json.parse(text).filter(JsonNode::isObject);
      boolean isSeal = json.filter(node -> node.has("seal")).isPresent();
      Optional<AuditSeal> seal = json.filter(_ -> isSeal).flatMap(SealedFile::seal);
      Optional<AuditLine> line = json.filter(_ -> !isSeal).flatMap(SealedFile::line);
      seal.ifPresent(verification::seal);
      line.ifPresent(verification::line);
      if (seal.isEmpty() && line.isEmpty()) {
        verification.malformed(number);
      }
    }
  }

  /** A line with a field that no seal covers would say more than was sealed. */
  private static Optional<AuditLine> line(JsonNode json) {
    var fields = new HashMap<String, String>();
    for (String name : json.propertyNames()) {
      if (AuditLine.FIELDS.contains(name) && isText(json.path(name))) {
        fields.put(name, json.path(name).asString());
      } else if (!name.equals("entry_id")) {
        return Optional.empty();
      }
    }
    JsonNode number = json.path("entry_id");
    return number.isIntegralNumber() && number.canConvertToLong() && isTime(json.path("at"))
        ? Optional.of(new AuditLine(number.asLong(), fields))
        : Optional.empty();
  }

  /** Half of a surrogate pair is hashed like a question mark. */
  private static boolean isText(JsonNode value) {
    return value.isString() && StandardCharsets.UTF_8.newEncoder().canEncode(value.asString());
  }

  private static boolean isTime(JsonNode value) {
    try {
      Instant at = Instant.parse(value.asString(""));
      return at.toString().equals(value.asString(""));
    } catch (DateTimeException malformed) {
      return false;
    }
  }

  /** One that is not written like this would say more than was signed, or something else. */
  private static Optional<AuditSeal> seal(JsonNode json) {
    return read(json).filter(seal -> Arrays.equals(Json.bytes(json(seal)), Json.bytes(json)));
  }

  private static Optional<AuditSeal> read(JsonNode json) {
    Optional<Leaves> others = Leaves.parse(json.path("others").asString(""));
    List<String> known = json.path("known").valueStream().map(each -> each.asString("")).toList();
    try {
      return others.map(leaves ->
          new AuditSeal(
              new AuditSeal.Range(
                  json.path("seal").asLong(0),
                  json.path("after").asLong(0),
                  json.path("last").asLong(0)),
              new AuditSeal.Content(
                  json.path("lines").asInt(0),
                  leaves,
                  json.path("apps").asString(""),
                  new AuditSeal.Times(
                      time(json, "oldest"), time(json, "latest"), time(json, "earlier"))),
              new AuditSeal.Kept(
                  json.path("keeps_lines").asLong(0), json.path("keeps_days").asInt(0)),
              new AuditSeal.Link(
                  json.path("previous").asString(""),
                  time(json, "at"),
                  new SealKey(json.path("key").asString("")),
                  known),
              json.path("signature").asString("")));
    } catch (DateTimeException malformed) {
      return Optional.empty();
    }
  }

  private static Instant time(JsonNode json, String name) {
    return Instant.parse(json.path(name).asString(""));
  }
}
