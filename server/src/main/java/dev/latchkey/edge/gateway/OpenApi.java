package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.model.credential.Scopes;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rows of a route table as an OpenAPI 3.1 document: which calls there are, which scopes they
 * need, and the refusals of the gateway. What a service answers is not known here.
 */
public final class OpenApi {
  private static final Set<String> METHODS =
      Set.of("GET", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "TRACE");
  private static final String REST = "**";
  private static final String PEOPLE = "oauth2";
  private static final String PROGRAMS = "organization_token";
  private static final String RESPONSES = "#/components/responses/";

  private final RouteTable table;
  private final Catalogue catalogue;
  private final String baseUrl;

  /** {@code baseUrl}: the published address of the service. */
  public OpenApi(RouteTable table, Catalogue catalogue, String baseUrl) {
    this.table = table;
    this.catalogue = catalogue;
    this.baseUrl = baseUrl;
  }

  public ObjectNode document() {
    ObjectNode document = Json.object().put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", "Open interface")
        .put("description", "The calls of the route table of Latchkey.")
        .put("version", "v2");
    document.putArray("servers").addObject().put("url", baseUrl);
    document.set("paths", paths());
    ObjectNode components = document.putObject("components");
    components.set("securitySchemes", securitySchemes());
    components.set("responses", responses());
    components.set("schemas", schemas());
    return document;
  }

  /**
   * OpenAPI has no path that stands for everything below it: such a row is written with a parameter
   * for the rest. Paths that differ only in the names of their parameters are the same path there.
   * The most specific row of a path and a method is written.
   */
  private ObjectNode paths() {
    var byShape = new TreeMap<String, List<OpenRoute>>();
    byShape.putAll(table.routes().stream().collect(Collectors.groupingBy(OpenApi::shape)));
    ObjectNode paths = Json.object();
    for (List<OpenRoute> rows : byShape.values()) {
      List<OpenRoute> ordered =
          rows.stream().sorted(Comparator.comparing(OpenApi::isOpenEnded)).toList();
      OpenRoute first = ordered.getFirst();
      ObjectNode item = paths.putObject(path(first));
      addParameters(item, first);
      for (OpenRoute row : ordered) {
        row.methods().stream()
            .filter(METHODS::contains)
            .map(method -> method.toLowerCase(Locale.ROOT))
            .filter(method -> !item.has(method))
            .forEach(method -> item.set(method, operation(method, row)));
      }
    }
    return paths;
  }

  private static String shape(OpenRoute row) {
    return row.pattern().segments().stream()
        .map(segment -> isParameter(segment) ? "{}" : segment)
        .collect(Collectors.joining("/"));
  }

  private static boolean isOpenEnded(OpenRoute row) {
    return row.pattern().segments().getLast().equals(REST);
  }

  private static boolean isParameter(String segment) {
    return segment.startsWith("{") || segment.equals(REST);
  }

  private static String path(OpenRoute row) {
    return row.pattern().segments().stream()
        .map(segment -> segment.equals(REST) ? "{rest}" : segment)
        .collect(Collectors.joining("/", "/", ""));
  }

  private static void addParameters(ObjectNode item, OpenRoute row) {
    List<String> named = row.pattern().segments().stream().filter(OpenApi::isParameter).toList();
    if (named.isEmpty()) {
      return;
    }
    var parameters = item.putArray("parameters");
    for (String segment : named) {
      boolean isRest = segment.equals(REST);
      ObjectNode parameter =
          parameters
              .addObject()
              .put("name", isRest ? "rest" : name(segment))
              .put("in", "path")
              .put("required", true);
      if (isRest) {
        parameter.put("description", "The rest of the path. It may contain slashes.");
      }
      parameter.putObject("schema").put("type", "string");
    }
  }

  private static String name(String segment) {
    return segment.substring(1, segment.length() - 1);
  }

  private static ObjectNode operation(String method, OpenRoute row) {
    ObjectNode operation =
        Json.object()
            .put("operationId", method + operationName(row))
            .put("summary", "Needs " + row.needs().joined(Scopes.Separator.COMMA))
            .put("x-latchkey-route", row.pattern().toString());
    if (row.notes().deprecation().isPresent()) {
      operation.put("deprecated", true);
    }
    var security = operation.putArray("security");
    for (String scheme : List.of(PEOPLE, PROGRAMS)) {
      var scopes = security.addObject().putArray(scheme);
      row.needs().names().forEach(scopes::add);
    }
    ObjectNode answers = operation.putObject("responses");
    answers.putObject("401").put("$ref", RESPONSES + "Unauthorized");
    answers.putObject("403").put("$ref", RESPONSES + "Forbidden");
    answers.putObject("default").put("description", answeredBy(row));
    return operation;
  }

  /** Unique, because the shape of a path and its last segment are. */
  private static String operationName(OpenRoute row) {
    return row.pattern().segments().stream()
        .map(segment ->
            segment.equals(REST)
                ? "Rest"
                : isParameter(segment)
                    ? "By_" + name(segment)
                    : segment.replaceAll("[^A-Za-z0-9]", "_"))
        .collect(Collectors.joining("_", "_", ""));
  }

  private static String answeredBy(OpenRoute row) {
    return switch (row.target()) {
      case Target.BuiltIn _ -> "The answer of Latchkey itself.";
      case Target.Forwarded forwarded ->
          "The answer of the service " + forwarded.upstream().name() + ".";
    };
  }

  private ObjectNode securitySchemes() {
    ObjectNode schemes = Json.object();
    ObjectNode people = schemes.putObject(PEOPLE).put("type", "oauth2");
    people.put("description", "A token of a personal credential: it represents a person.");
    ObjectNode flow =
        people
            .putObject("flows")
            .putObject("authorizationCode")
            .put("authorizationUrl", baseUrl + "/oauth2/authorize")
            .put("tokenUrl", baseUrl + "/oauth2/token")
            .put("refreshUrl", baseUrl + "/oauth2/token");
    ObjectNode scopes = flow.putObject("scopes");
    for (Scope scope : catalogue.describe(needed())) {
      scopes.put(scope.name(), scope.plain().description());
    }
    schemes
        .putObject(PROGRAMS)
        .put("type", "http")
        .put("scheme", "bearer")
        .put(
            "description",
            "The token of an organization credential, or any other token with these scopes.");
    return schemes;
  }

  private Scopes needed() {
    return Scopes.of(table.routes().stream().flatMap(row -> row.needs().names().stream()).toList());
  }

  private static ObjectNode responses() {
    ObjectNode responses = Json.object();
    refusal(responses, "Unauthorized", "There is no active token in the Authorization header.");
    refusal(responses, "Forbidden", "The token does not have the scopes of the call.");
    return responses;
  }

  private static void refusal(ObjectNode responses, String name, String description) {
    ObjectNode refusal = responses.putObject(name).put("description", description);
    refusal
        .putObject("headers")
        .putObject("WWW-Authenticate")
        .put("description", "The challenge of RFC 6750.")
        .putObject("schema")
        .put("type", "string");
    refusal
        .putObject("content")
        .putObject("application/json")
        .putObject("schema")
        .put("$ref", "#/components/schemas/Error");
  }

  private static ObjectNode schemas() {
    ObjectNode schemas = Json.object();
    ObjectNode error = schemas.putObject("Error").put("type", "object");
    error.putArray("required").add("error");
    ObjectNode properties = error.putObject("properties");
    properties.putObject("error").put("type", "string");
    properties.putObject("error_description").put("type", "string");
    return schemas;
  }
}
