package dev.latchkey.console.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.Scopes;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the API reference takes from an OpenAPI document, and what from the route table. */
class ReferenceTest {
  private static final String HEAD = "openapi: 3.1.0\npaths:\n";

  private final RouteTable table =
      new RouteTable(
          List.of(
              row("GET", "/openapi/v2/issues/**", "read:issue:info"),
              row("POST", "/openapi/v2/issues/**", "write:issue:info"),
              row("GET", "/openapi/v2/issues/{id}/secrets", "read:issue:comments")));

  private static OpenRoute row(String method, String path, String scope) {
    return new OpenRoute(
        Set.of(method),
        PathPattern.of(path),
        Scopes.parse(scope),
        new Target.BuiltIn(DirectoryCall.ME));
  }

  private List<String> calls(String document) {
    return Reference.of(table, new Catalogue(List.of()), List.of(ApiDocumentReader.read(document)))
        .groups()
        .stream()
        .flatMap(group -> group.calls().stream())
        .map(call ->
            call.method()
                + " "
                + call.pattern()
                + " "
                + call.route().needs().names()
                + call.title())
        .toList();
  }

  @Test
  void a_described_call_has_the_scopes_of_the_row_that_it_meets() {
    String document =
        HEAD
            + """
              /issues:
                get: {summary: List issues}
              /openapi/v2/issues/{issue_id}:
                get: {summary: Get an issue}
              /issues/{x}/secrets:
                get: {summary: See secrets}
              /nowhere:
                get: {summary: Not routed}
            """;

    assertThat(calls(document))
        .containsExactly(
            "GET /openapi/v2/issues [read:issue:info]List issues",
            "GET /openapi/v2/issues/{issue_id} [read:issue:info]Get an issue",
            "POST /openapi/v2/issues/** [write:issue:info]",
            "GET /openapi/v2/issues/{x}/secrets [read:issue:comments]See secrets");
  }

  @Test
  void a_path_that_no_route_can_have_is_left_out() {
    assertThat(calls(HEAD + "  /issues/{id}.json:\n    get: {}\n  /issues/**:\n    get: {}\n"))
        .containsExactly(
            "GET /openapi/v2/issues/** [read:issue:info]",
            "POST /openapi/v2/issues/** [write:issue:info]",
            "GET /openapi/v2/issues/{id}/secrets [read:issue:comments]");
  }

  private static ApiDocument.Call only(String operation) {
    return ApiDocumentReader.read(operation).calls().values().iterator().next();
  }

  @Test
  void parameters_fields_and_examples_are_read_through_references() {
    ApiDocument.Call call =
        only(
            HEAD
                + """
                  /issues:
                    parameters: [{$ref: "#/components/parameters/team"}]
                    post:
                      parameters:
                        - {name: notify, in: query, description: Whom., schema: {type: array, items: {type: string}}}
                      requestBody: {$ref: "#/components/requestBodies/Issue"}
                      responses:
                        201: {description: Made., content: {application/json: {schema: {$ref: "#/components/schemas/Issue"}}}}
                        default: {description: Refused.}
                components:
                  parameters:
                    team: {name: team, in: query, required: true, schema: {enum: [a, b]}}
                  requestBodies:
                    Issue: {content: {application/json: {schema: {$ref: "#/components/schemas/Issue"}, example: {title: T}}}}
                  schemas:
                    Issue:
                      required: [title]
                      properties:
                        title: {type: string, description: One line.}
                        due: {type: [string, "null"], format: date}
                        steps: {type: array, items: {type: object, properties: {text: {type: string}}}}
                        parent: {$ref: "#/components/schemas/Issue"}
                """);

    assertThat(call.in("query"))
        .containsExactly(
            new ApiDocument.Field("team", "query", "\"a\" | \"b\"", true, ""),
            new ApiDocument.Field("notify", "query", "array of string", false, "Whom."));
    ApiDocument.Body body = call.body().orElseThrow();
    assertThat(body.fields().subList(0, 4))
        .containsExactly(
            new ApiDocument.Field("title", "body", "string", true, "One line."),
            new ApiDocument.Field("due", "body", "string | null (date)", false, ""),
            new ApiDocument.Field("steps", "body", "array of object", false, ""),
            new ApiDocument.Field("steps[].text", "body", "string", false, ""));
    assertThat(body.example()).isEqualToIgnoringWhitespace("{\"title\":\"T\"}");
    assertThat(call.answers())
        .extracting(ApiDocument.Answer::status)
        .containsExactly("201", "default");
    assertThat(call.answers().getFirst().example())
        .contains("\"due\" : \"2026-01-15\"", "\"steps\" : [ {");
  }

  @Test
  void a_schema_that_contains_itself_many_times_ends() {
    String wide =
        HEAD
            + """
              /x: {get: {responses: {200: {content: {application/json: {schema: {$ref: "#/s"}}}}}}}
            s: {properties: {a: {$ref: "#/s"}, b: {$ref: "#/s"}, c: {$ref: "#/s"}, d: {$ref: "#/s"}, e: {$ref: "#/s"}}}
            """;
    assertThat(only(wide).answers().getFirst().example().length()).isBetween(10, 20_000);
    assertThat(only(HEAD + "  /x: {get: {requestBody: {$ref: '#/a'}}}\na: {$ref: '#/a'}\n").body())
        .isEmpty();
  }

  @Test
  void what_is_no_document_is_refused_with_the_reason() {
    assertThatThrownBy(() -> ApiDocumentReader.read("swagger: '2.0'"))
        .hasMessage("it is no OpenAPI document of version 3");
    assertThatThrownBy(() -> ApiDocumentReader.read("a: ["))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(ApiDocumentReader.read("{\"openapi\":\"3.0.3\",\"paths\":{}}").calls()).isEmpty();
  }
}
