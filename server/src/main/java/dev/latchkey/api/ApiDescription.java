package dev.latchkey.api;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The description of the management API (OpenAPI 3.1), written from the operations and the views.
 * It is the same on every installation.
 */
public final class ApiDescription {
  public static final String PATH = Operation.BASE + "/openapi.json";

  private static final Pattern SEGMENT = Pattern.compile("\\{([a-z_]+)}");
  private static final String REFUSED = "#/components/responses/Refused";
  private static final String SCHEME = "token";

  private final Sentences sentences = new Sentences();
  private final Schemas schemas = new Schemas(sentences);

  private ApiDescription() {}

  /** It is written when it is first asked for. */
  public static List<Route> routes() {
    return List.of(Route.open("GET", PATH, request -> Response.json(200, Written.DOCUMENT)));
  }

  private static final class Written {
    private static final byte[] DOCUMENT = Json.bytes(document());
  }

  public static ObjectNode document() {
    return new ApiDescription().write();
  }

  /** The sentences that describe nothing. */
  static Set<String> unusedSentences() {
    var description = new ApiDescription();
    description.write();
    return description.sentences.unused();
  }

  private ObjectNode write() {
    ObjectNode document = Json.object().put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", sentences.of("title"))
        .put("version", "1")
        .put("description", sentences.of("description"))
        .putObject("license")
        .put("name", "Apache-2.0")
        .put("identifier", "Apache-2.0");
    document.putArray("servers").addObject().put("url", Operation.BASE);
    ArrayNode tags = document.putArray("tags");
    operations()
        .map(ApiDescription::tag)
        .distinct()
        .forEach(tag -> tags.addObject().put("name", tag));
    ObjectNode paths = document.putObject("paths");
    operations()
        .forEach(each ->
            paths
                .withObjectProperty(each.path())
                .set(each.method().toLowerCase(Locale.ROOT), operation(each)));
    ObjectNode components = document.putObject("components");
    components.set("schemas", schemas.all());
    components.putObject("responses").set("Refused", answer("refused", Noun.ERROR.schema()));
    components
        .putObject("securitySchemes")
        .putObject(SCHEME)
        .put("type", "http")
        .put("scheme", "bearer")
        .put("description", sentences.of(SCHEME) + " " + scopes());
    return document;
  }

  private static Stream<Operation> operations() {
    return Arrays.stream(Operation.values());
  }

  private static String scopes() {
    return operations()
        .flatMap(each -> each.needs().names().stream())
        .distinct()
        .sorted()
        .collect(Collectors.joining(", ", "The scopes are: ", "."));
  }

  /** The heading below which a reader finds the call: what it is about. */
  private static String tag(Operation operation) {
    return switch (operation) {
      case GET_ME -> "me";
      case LIST_SESSIONS, END_SESSION, END_ACCESS -> "sessions";
      default -> operation.needs().names().getFirst().replaceAll(".*:", "");
    };
  }

  private ObjectNode operation(Operation operation) {
    String name = Schemas.name(operation);
    ObjectNode json =
        Json.object()
            .put("operationId", name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1))
            .put("summary", sentences.of(operation.name()));
    json.putArray("tags").add(tag(operation));
    ArrayNode needed = json.putArray("security").addObject().putArray(SCHEME);
    operation.needs().names().forEach(needed::add);
    addParameters(json.putArray("parameters"), operation);
    ApiCall call = operation.call();
    call.body.ifPresent(body ->
        json.putObject("requestBody").put("required", true).set("content", content(body.schema())));
    if (call.takesImage) {
      ObjectNode content = Json.object();
      Body.Kind.IMAGE.mediaTypes().forEach(content::putObject);
      json.putObject("requestBody").put("required", true).set("content", content);
    }
    ObjectNode responses = json.putObject("responses");
    call.answer.ifPresentOrElse(
        answer -> responses.set(String.valueOf(answer.status()), answer(answer)),
        () -> responses.putObject("204").put("description", sentences.of("done")));
    responses.putObject("4XX").put("$ref", REFUSED);
    responses.putObject("5XX").put("$ref", REFUSED);
    return json;
  }

  private void addParameters(ArrayNode parameters, Operation operation) {
    SEGMENT
        .matcher(operation.path())
        .results()
        .map(MatchResult::group)
        .forEach(segment -> {
          ApiField field = ApiField.text(segment.substring(1, segment.length() - 1)).required();
          add(parameters, "path", field, "field");
        });
    if (operation.call().isOnVersion) {
      add(parameters, "header", ApiField.text("If-Match").required(), "header");
    }
    operation
        .call()
        .parameters
        .forEach(field -> add(parameters, "query", field, operation.name(), "query", "field"));
  }

  /** {@code described}: where its sentence is looked for. */
  private void add(ArrayNode parameters, String in, ApiField field, String... described) {
    ObjectNode parameter = parameters.addObject().put("name", field.name()).put("in", in);
    if (field.isRequired()) {
      parameter.put("required", true);
    }
    parameter
        .put(
            "description",
            sentences.of(Stream.of(described).map(where -> where + "." + field.name())))
        .set("schema", field.schema().deepCopy());
  }

  private ObjectNode answer(ApiCall.Answer answer) {
    return switch (answer) {
      case ApiCall.Answer.Many list -> answer("answer", Schemas.listOf(list.entry()));
      case ApiCall.Answer.Image _ -> {
        ObjectNode image = Json.object().put("description", sentences.of("image"));
        image.putObject("content").putObject("image/png");
        yield image;
      }
      case ApiCall.Answer.One(_, Noun noun) -> {
        ObjectNode one = answer("answer", noun.schema());
        if (noun.isVersioned()) {
          one.putObject("headers")
              .putObject("ETag")
              .put("description", sentences.of("header.ETag"))
              .putObject("schema")
              .put("type", "string");
        }
        yield one;
      }
    };
  }

  private ObjectNode answer(String sentence, String schema) {
    ObjectNode answer = Json.object().put("description", sentences.of(sentence));
    answer.set("content", content(schema));
    return answer;
  }

  private static ObjectNode content(String schema) {
    ObjectNode content = Json.object();
    content
        .putObject("application/json")
        .putObject("schema")
        .put("$ref", Schemas.reference(schema));
    return content;
  }
}
