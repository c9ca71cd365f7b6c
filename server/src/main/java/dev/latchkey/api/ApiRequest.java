package dev.latchkey.api;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.token.LiveToken;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** A call of the management API, and who makes it with which token. */
public record ApiRequest(
    Operation operation, Request request, Actor.Authenticated actor, LiveToken token) {
  public RequestMoment moment() {
    return actor.moment();
  }

  public Id.Subject by() {
    return actor.id();
  }

  public ApiQuery query() {
    return new ApiQuery(request.query(), operation);
  }

  /** The path segment at {@code {name}} in the path of the operation. */
  public String segment(String name) {
    return Optional.ofNullable(request.segments().get(name)).orElse("");
  }

  /** The JSON that was sent; an empty object if the operation takes none. */
  public ApiFields fields() {
    JsonNode tree = request.body() instanceof Body.OfJson json ? json.tree() : Json.object();
    return new ApiFields(tree);
  }

  /** What is wrong with the fields that were sent. */
  public List<ApiError> errors() {
    return fields().errors(operation.fields());
  }

  /** Calls the handler with the fields that were sent, or answers what is wrong with them. */
  public Response withFields(Function<ApiFields, Response> handler) {
    List<ApiError> errors = errors();
    return errors.isEmpty() ? handler.apply(fields()) : ApiAnswer.flawed(400, errors);
  }

  /** The version that the caller has seen of what it wants to change. */
  public Optional<String> seen() {
    return request.headers().only("If-Match").map(ApiAnswer::version);
  }

  /** Whether the caller has sent the version of what it wants to change. */
  public boolean namesVersion() {
    return request.headers().only("If-Match").isPresent();
  }

  /** Whether the caller has seen this version of what it wants to change. */
  public boolean hasSeen(String version) {
    return request.headers().only("If-Match").filter(ApiAnswer.tag(version)::equals).isPresent();
  }
}
