package dev.latchkey.console.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Reads an OpenAPI 3 document, in YAML or JSON. What it does not understand it leaves out, because
 * the document only describes. References lead to other places of the document; those to other
 * files are left out too.
 */
public final class ApiDocumentReader {
  public static final int MAX_BYTES = 5_000_000;

  /** The path of the open interface, which a document may leave out. */
  static final String INTERFACE = "/openapi/v2";

  private static final JsonMapper MAPPER = new JsonMapper();

  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");
  private static final int MAX_CALLS = 2_000;
  private static final int MAX_TEXT_CHARS = 2_000;
  private static final int MAX_EXAMPLE_CHARS = 20_000;

  /** A reference may lead to another one, but a circle of them to nothing. */
  private static final int MAX_REFERENCES = 10;

  private final JsonNode document;
  private final ApiSchemas schemas;

  private ApiDocumentReader(JsonNode document) {
    this.document = document;
    this.schemas = new ApiSchemas(this::resolved);
  }

  /** Throws {@link IllegalArgumentException} with the reason if this is no such document. */
  public static ApiDocument read(String text) {
    var settings = LoadSettings.builder().setCodePointLimit(MAX_BYTES).build();
    try {
      JsonNode document = MAPPER.valueToTree(new Load(settings).loadFromString(text));
      if (!document.path("openapi").asString("").startsWith("3.")) {
        throw new IllegalArgumentException("it is no OpenAPI document of version 3");
      }
      return new ApiDocumentReader(document).read();
    } catch (StackOverflowError deep) {
      throw new IllegalArgumentException("it is nested too deeply, or contains itself", deep);
    } catch (YamlEngineException flawed) {
      throw new IllegalArgumentException(
          String.valueOf(flawed.getMessage()).lines().findFirst().orElse("it is malformed"),
          flawed);
    }
  }

  private ApiDocument read() {
    var calls = new LinkedHashMap<ApiDocument.Place, ApiDocument.Call>();
    for (var path : document.path("paths").properties()) {
      JsonNode item = resolved(path.getValue());
      for (var entry : item.properties()) {
        if (METHODS.contains(entry.getKey()) && calls.size() < MAX_CALLS) {
          String method = entry.getKey().toUpperCase(Locale.ROOT);
          calls.put(
              new ApiDocument.Place(method, whole(path.getKey())),
              call(item.path("parameters"), entry.getValue()));
        }
      }
    }
    return new ApiDocument(calls);
  }

  private static String whole(String path) {
    return path.startsWith(INTERFACE + "/") ? path : INTERFACE + path;
  }

  private ApiDocument.Call call(JsonNode common, JsonNode operation) {
    var parameters = new TreeMap<String, ApiDocument.Field>();
    var ordered = new ArrayList<String>();
    Stream.concat(common.valueStream(), operation.path("parameters").valueStream())
        .map(this::resolved)
        .map(this::parameter)
        .forEach(field -> {
          String key = field.part() + ' ' + field.name();
          if (parameters.put(key, field) == null) {
            ordered.add(key);
          }
        });
    return new ApiDocument.Call(
        text(operation, "summary"),
        text(operation, "description"),
        ordered.stream().map(parameters::get).toList(),
        body(resolved(operation.path("requestBody"))),
        answers(operation.path("responses")));
  }

  private ApiDocument.Field parameter(JsonNode parameter) {
    return new ApiDocument.Field(
        parameter.path("name").asString(""),
        parameter.path("in").asString(""),
        schemas.type(parameter.path("schema")),
        parameter.path("required").asBoolean(false),
        text(parameter, "description"));
  }

  private Optional<ApiDocument.Body> body(JsonNode body) {
    JsonNode json = json(body);
    return json.isMissingNode()
        ? Optional.empty()
        : Optional.of(new ApiDocument.Body(schemas.fields(json.path("schema")), example(json)));
  }

  private List<ApiDocument.Answer> answers(JsonNode responses) {
    return responses.properties().stream()
        .map(entry -> {
          JsonNode answer = resolved(entry.getValue());
          return new ApiDocument.Answer(
              entry.getKey(), text(answer, "description"), example(json(answer)));
        })
        .toList();
  }

  /** The content of a message in JSON. */
  private static JsonNode json(JsonNode message) {
    return message.path("content").properties().stream()
        .filter(type -> type.getKey().matches("application/([a-z.]+\\+)?json.*"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  private String example(JsonNode content) {
    JsonNode named =
        content.path("examples").valueStream().findFirst().orElse(MissingNode.getInstance());
    return Stream.of(content.path("example"), resolved(named).path("value"))
        .filter(each -> !each.isMissingNode())
        .findFirst()
        .or(() -> schemas.example(content.path("schema")))
        .map(JsonNode::toPrettyString)
        .filter(text -> text.length() <= MAX_EXAMPLE_CHARS)
        .orElse("");
  }

  private JsonNode resolved(JsonNode node) {
    JsonNode found = node;
    for (int i = 0; i < MAX_REFERENCES && found.has("$ref"); i++) {
      String reference = found.path("$ref").asString("");
      found =
          reference.startsWith("#/")
              ? document.at(reference.substring(1))
              : MissingNode.getInstance();
    }
    return found.has("$ref") ? MissingNode.getInstance() : found;
  }

  static String text(JsonNode of, String field) {
    return shortened(of.path(field).asString("").strip());
  }

  static String shortened(String text) {
    return text.length() > MAX_TEXT_CHARS ? text.substring(0, MAX_TEXT_CHARS) + "…" : text;
  }
}
