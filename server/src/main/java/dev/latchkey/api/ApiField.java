package dev.latchkey.api;

import dev.latchkey.edge.http.Json;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * A parameter in the query of a call, or a field of its body. {@code schema}: what the description
 * of the API says of its value.
 */
public record ApiField(String name, ApiFields.Type type, boolean isRequired, ObjectNode schema) {
  static ApiField text(String name) {
    return of(name, ApiFields.Type.TEXT, "string");
  }

  static ApiField text(String name, int mostChars) {
    ApiField field = text(name);
    field.schema.put("maxLength", mostChars);
    return field;
  }

  static ApiField time(String name) {
    ApiField field = text(name);
    field.schema.put("format", "date-time");
    return field;
  }

  static ApiField choice(String name, Stream<String> codes) {
    ApiField field = text(name);
    var choices = field.schema.putArray("enum");
    codes.forEach(choices::add);
    return field;
  }

  static ApiField choice(String name, Class<? extends Enum<?>> type) {
    return choice(name, Stream.of(type.getEnumConstants()).map(ViewJson::code));
  }

  static ApiField number(String name, int most, int otherwise) {
    ApiField field = number(name, otherwise);
    field.schema.put("maximum", most);
    return field;
  }

  static ApiField number(String name, int otherwise) {
    ApiField field = of(name, ApiFields.Type.TEXT, "integer");
    field.schema.put("minimum", 1).put("default", otherwise);
    return field;
  }

  static ApiField texts(String name) {
    return list(name, ApiFields.Type.TEXTS, text(name).schema);
  }

  /** Some of the constants. */
  static ApiField choices(String name, Class<? extends Enum<?>> type) {
    return list(name, ApiFields.Type.TEXTS, choice(name, type).schema);
  }

  static ApiField choices(String name, Stream<String> codes) {
    return list(name, ApiFields.Type.TEXTS, choice(name, codes).schema);
  }

  static ApiField flag(String name) {
    return of(name, ApiFields.Type.FLAG, "boolean");
  }

  static ApiField wholeNumber(String name) {
    return of(name, ApiFields.Type.NUMBER, "integer");
  }

  static ApiField objects(String name, ApiBody each) {
    return list(
        name, ApiFields.Type.OBJECTS, Json.object().put("$ref", Schemas.reference(each.schema())));
  }

  private static ApiField list(String name, ApiFields.Type type, ObjectNode each) {
    ApiField field = of(name, type, "array");
    field.schema.set("items", each);
    return field;
  }

  private static ApiField of(String name, ApiFields.Type type, String json) {
    return new ApiField(name, type, false, Json.object().put("type", json));
  }

  /** A field without which a call is refused. */
  ApiField required() {
    return new ApiField(name, type, true, schema);
  }

  static List<String> names(List<ApiField> fields) {
    return fields.stream().map(ApiField::name).sorted().toList();
  }
}
