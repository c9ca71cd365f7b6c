package dev.latchkey.api;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.Caller;
import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.RequestMoment;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A call of the management API, and who makes it with which token. */
public record ApiRequest(Request request, Caller caller, LiveToken token) {
  public RequestMoment moment() {
    return request.moment();
  }

  public Id.Subject by() {
    return caller.id();
  }

  public ApiQuery query() {
    return new ApiQuery(request.query());
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

  /** Whether the caller has sent the version of what it wants to change. */
  public boolean namesVersion() {
    return request.headers().only("If-Match").isPresent();
  }

  /** Whether the caller has seen this version of what it wants to change. */
  public boolean hasSeen(String version) {
    return request.headers().only("If-Match").filter(ApiAnswer.tag(version)::equals).isPresent();
  }
}
