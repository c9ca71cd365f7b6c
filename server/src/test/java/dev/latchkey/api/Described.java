package dev.latchkey.api;

import dev.latchkey.harness.wire.Answer;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Compares answers with the description of the management API, and says which fields occurred. */
final class Described {
  private final JsonNode document;
  private final Set<String> seen = new TreeSet<>();

  Described(JsonNode document) {
    this.document = document;
  }

  /** Fails if the answer is not as the description says. */
  void check(Operation operation, Answer answer) {
    JsonNode described =
        document
            .path("paths")
            .path(operation.path())
            .path(operation.method().toLowerCase(Locale.ROOT))
            .path("responses");
    String status = String.valueOf(answer.status());
    JsonNode response = described.has(status) ? described.path(status) : described.path("4XX");
    require(
        response.at("/headers").has("ETag") == answer.has("ETag"),
        operation + " has a version or not, which is not what is described");
    JsonNode schema = resolved(response).at("/content/application~1json/schema");
    if (resolved(response).path("content").has("image/png")) {
      require(answer.header("Content-Type").equals("image/png"), operation + " is no image");
    } else if (schema.isMissingNode()) {
      require(answer.body().isEmpty(), operation + " has a body: " + answer);
    } else {
      compare(operation + " " + answer.status(), schema, answer.json());
    }
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").stringValue().substring(1)) : node;
  }

  private void compare(String where, JsonNode reference, JsonNode value) {
    JsonNode schema = resolved(reference);
    String name =
        reference.has("$ref") ? reference.path("$ref").stringValue().replaceAll(".*/", "") : where;
    switch (schema.path("type").asString("")) {
      case "object" -> object(name, schema, value);
      case "array" -> {
        require(value.isArray(), where + " is no list");
        value.forEach(each -> compare(name, schema.path("items"), each));
      }
      case "string" -> {
        require(value.isString(), where + " is no text");
        require(
            !schema.has("enum") || schema.path("enum").valueStream().anyMatch(value::equals),
            where + " is not one of those described: " + value);
      }
      case "integer" -> require(value.isIntegralNumber(), where + " is no number");
      case "boolean" -> require(value.isBoolean(), where + " is no truth value");
      default -> {}
    }
  }

  private void object(String name, JsonNode schema, JsonNode value) {
    require(value.isObject(), name + " is no object");
    for (String field : value.propertyNames()) {
      require(schema.path("properties").has(field), name + "." + field + " is not described");
      seen.add(name + "." + field);
      compare(name + "." + field, schema.path("properties").path(field), value.path(field));
    }
    for (Iterator<JsonNode> each = schema.path("required").iterator(); each.hasNext(); ) {
      String field = each.next().stringValue();
      require(value.has(field), name + "." + field + " is missing");
    }
  }

  /** The fields of the objects that answers contain, by the names of their schemas. */
  Set<String> seen() {
    return seen;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
