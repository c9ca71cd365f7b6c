package dev.latchkey.api;

import dev.latchkey.api.view.AuditEntryView;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.query.BoundedCount;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The objects that calls take and answer, as JSON Schema. */
record Schemas(Sentences sentences) {
  private static final String WHERE = "#/components/schemas/";
  private static final Set<Type> TEXTS = Set.of(String.class, SecretHash.class);
  private static final Set<Type> NUMBERS =
      Set.of(int.class, Integer.class, long.class, BoundedCount.class);

  static String reference(String schema) {
    return WHERE + schema;
  }

  /** The words of a constant without spaces, each with a capital. */
  static String name(Enum<?> constant) {
    return Stream.of(constant.name().split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  /** The name of a list of these entries. */
  static String listOf(Noun entry) {
    return entry.schema().replace("Listed", "") + "List";
  }

  ObjectNode all() {
    ObjectNode all = Json.object();
    for (Noun noun : Noun.values()) {
      all.set(noun.schema(), object(noun.schema(), noun.view()));
    }
    for (ApiBody body : ApiBody.values()) {
      all.set(body.schema(), object(body));
    }
    for (Operation operation : Operation.values()) {
      if (operation.call().answer.orElse(null) instanceof ApiCall.Answer.Many list) {
        all.set(listOf(list.entry()), object(list));
      }
    }
    return all;
  }

  private ObjectNode object(ApiBody body) {
    ObjectNode schema = empty();
    for (ApiField field : body.fields()) {
      add(schema, field.name(), field.isRequired(), field.schema().deepCopy());
      describe(schema, field.name(), Stream.of(body.schema()));
    }
    return schema;
  }

  private ObjectNode object(ApiCall.Answer.Many list) {
    ObjectNode schema = empty();
    add(schema, list.name(), true, arrayOf(list.entry().view()));
    addFields(schema, listOf(list.entry()), list.rest());
    return schema;
  }

  private ObjectNode object(String name, Class<?> view) {
    ObjectNode schema = empty();
    addFields(schema, name, view);
    return schema;
  }

  private static ObjectNode empty() {
    ObjectNode schema = Json.object().put("type", "object");
    schema.putObject("properties");
    schema.putArray("required");
    return schema.put("additionalProperties", false);
  }

  private void addFields(ObjectNode schema, String name, Class<?> view) {
    for (ViewField field : ViewField.of(view)) {
      add(schema, field.name(), !field.isOptional(), value(field.type()));
      describe(schema, field.name(), Stream.of(name, name(field.declaredIn())));
    }
  }

  private static void add(ObjectNode schema, String field, boolean isRequired, ObjectNode value) {
    schema.withObject("properties").set(field, value);
    if (isRequired) {
      schema.withArray("required").add(field);
    }
  }

  /** The sentence about the field in one of these objects, or else about each field of the name. */
  private void describe(ObjectNode schema, String field, Stream<String> objects) {
    Stream<String> keys = Stream.concat(objects, Stream.of("field")).map(in -> in + "." + field);
    schema.withObject("properties").withObject(field).put("description", sentences.of(keys));
  }

  private static String name(Class<?> view) {
    return noun(view).map(Noun::schema).orElse(view.getSimpleName());
  }

  private static Optional<Noun> noun(Type view) {
    return Arrays.stream(Noun.values()).filter(noun -> noun.view() == view).findAny();
  }

  private ObjectNode value(Type type) {
    if (type instanceof ParameterizedType list) {
      return arrayOf(list.getActualTypeArguments()[0]);
    }
    Optional<Noun> noun = noun(type);
    if (noun.isPresent()) {
      return Json.object().put("$ref", reference(noun.get().schema()));
    }
    return switch (type) {
      case Class<?> known when TEXTS.contains(known) || Id.class.isAssignableFrom(known) ->
          typed("string");
      case Class<?> known when known == Instant.class -> typed("string").put("format", "date-time");
      case Class<?> known when known == boolean.class -> typed("boolean");
      case Class<?> known when NUMBERS.contains(known) -> typed("integer");
      case Class<?> known when known.isEnum() -> oneOf(known.getEnumConstants());
      case Class<?> known when known == AuditEntryView.JsonText.class -> anyJson();
      case Class<?> known -> object(name(known), known);
      default -> throw new IllegalArgumentException("no schema for " + type);
    };
  }

  private static ObjectNode typed(String type) {
    return Json.object().put("type", type);
  }

  private static ObjectNode oneOf(Object... constants) {
    ObjectNode choice = typed("string");
    var codes = choice.putArray("enum");
    for (Object constant : constants) {
      codes.add(ViewJson.code((Enum<?>) constant));
    }
    return choice;
  }

  private static ObjectNode anyJson() {
    ObjectNode any = Json.object();
    any.putArray("type").add("object").add("array").add("string");
    return any;
  }

  private ObjectNode arrayOf(Type each) {
    ObjectNode list = typed("array");
    list.set("items", value(each));
    return list;
  }
}
