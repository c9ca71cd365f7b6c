package dev.latchkey.console.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What schemas of an OpenAPI document say, in words and as an example. */
record ApiSchemas(UnaryOperator<JsonNode> resolved) {
  /** Deeper parts are left out. A schema may contain itself. */
  private static final int MAX_DEPTH = 5;

  private static final int MAX_FIELDS = 200;
  private static final int MAX_PROPERTIES = 50;

  /** The type in words, such as {@code array of string} or {@code "open" or "closed"}. */
  String type(JsonNode schema) {
    return ApiDocumentReader.shortened(type(schema, 0));
  }

  private String type(JsonNode schema, int depth) {
    JsonNode known = resolved.apply(schema);
    if (known.path("enum").isArray()) {
      return known
          .path("enum")
          .valueStream()
          .limit(MAX_PROPERTIES)
          .map(JsonNode::toString)
          .collect(Collectors.joining(" | "));
    }
    if (known.path("items").isObject() && depth < MAX_DEPTH) {
      return "array of " + type(known.path("items"), depth + 1);
    }
    String format = known.path("format").asString("");
    return types(known).collect(Collectors.joining(" | "))
        + (format.isEmpty() ? "" : " (" + format + ")");
  }

  /** Version 3.1 allows several types. */
  private Stream<String> types(JsonNode known) {
    JsonNode type = known.path("type");
    if (type.isArray()) {
      return type.valueStream().map(JsonNode::asString);
    }
    if (type.isString()) {
      return Stream.of(type.asString());
    }
    return Stream.of(properties(known).isEmpty() ? "any" : "object");
  }

  /** The fields of an object, those of objects in it with their whole name. */
  List<ApiDocument.Field> fields(JsonNode schema) {
    var fields = new ArrayList<ApiDocument.Field>();
    add(fields, "", schema, 0);
    return fields;
  }

  private void add(List<ApiDocument.Field> fields, String before, JsonNode schema, int depth) {
    JsonNode known = resolved.apply(schema);
    for (Property property : properties(known)) {
      if (fields.size() >= MAX_FIELDS || depth >= MAX_DEPTH) {
        return;
      }
      JsonNode of = resolved.apply(property.schema());
      String name = ApiDocumentReader.shortened(before + property.name());
      fields.add(
          new ApiDocument.Field(
              name,
              "body",
              type(of),
              property.isRequired(),
              ApiDocumentReader.text(of, "description")));
      JsonNode items = of.path("items");
      add(
          fields,
          name + (items.isObject() ? "[]." : "."),
          items.isObject() ? items : of,
          depth + 1);
    }
  }

  private record Property(String name, JsonNode schema, boolean isRequired) {}

  /** The properties of a schema and of those of which it consists. */
  private List<Property> properties(JsonNode known) {
    var properties = new ArrayList<Property>();
    Stream.concat(Stream.of(known), known.path("allOf").valueStream().map(resolved))
        .limit(MAX_PROPERTIES)
        .forEach(part -> {
          List<String> required =
              part.path("required").valueStream().map(each -> each.asString("")).toList();
          part.path("properties").properties().stream()
              .limit(MAX_PROPERTIES)
              .map(each ->
                  new Property(each.getKey(), each.getValue(), required.contains(each.getKey())))
              .forEach(properties::add);
        });
    return properties;
  }

  /** A value of this schema; empty if nothing is known of it. */
  Optional<JsonNode> example(JsonNode schema) {
    return Optional.of(new Example().of(schema, 0)).filter(value -> !value.isNull());
  }

  /** One value, which is made of a limited number of parts. */
  private final class Example {
    private int partsLeft = MAX_FIELDS;

    JsonNode of(JsonNode schema, int depth) {
      JsonNode known = resolved.apply(schema);
      partsLeft--;
      return Stream.of(
              known.path("example"),
              known.path("examples").path(0),
              known.path("const"),
              known.path("default"),
              known.path("enum").path(0))
          .filter(each -> !each.isMissingNode())
          .findFirst()
          .orElseGet(() -> made(known, depth));
    }

    private JsonNode made(JsonNode known, int depth) {
      var nodes = JsonNodeFactory.instance;
      if (depth >= MAX_DEPTH || partsLeft <= 0) {
        return nodes.nullNode();
      }
      return switch (types(known).findFirst().orElse("any")) {
        case "object" -> {
          ObjectNode value = nodes.objectNode();
          properties(known).forEach(each -> value.set(each.name(), of(each.schema(), depth + 1)));
          yield value;
        }
        case "array" -> nodes.arrayNode().add(of(known.path("items"), depth + 1));
        case "string" -> nodes.stringNode(text(known));
        case "integer", "number" -> nodes.numberNode(1);
        case "boolean" -> nodes.booleanNode(true);
        default -> nodes.nullNode();
      };
    }
  }

  private static String text(JsonNode known) {
    return switch (known.path("format").asString("")) {
      case "date-time" -> "2026-01-15T09:30:00Z";
      case "date" -> "2026-01-15";
      case "email" -> "mei@example.com";
      case "uri" -> "https://example.com/";
      case "uuid" -> "6f1c2c86-5c3f-4d0a-9d0e-2f4f5c7a1b2e";
      default -> "…";
    };
  }
}
