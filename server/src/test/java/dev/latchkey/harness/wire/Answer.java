package dev.latchkey.harness.wire;

import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The response to one request. */
public record Answer(int status, HttpHeaders headers, String body, URI from) {
  private static final JsonMapper JSON = new JsonMapper();

  /** The value of a header, or the empty string if the response has no such header. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  public boolean has(String header) {
    return headers.firstValue(header).isPresent();
  }

  public JsonNode json() {
    if (!header("Content-Type").equals("application/json")) {
      throw new AssertionError("not JSON: " + this);
    }
    return JSON.readTree(body);
  }

  public String text(String field) {
    return json().path(field).asString("");
  }

  public String error() {
    return text("error");
  }

  public boolean isRedirect() {
    return status == 302 || status == 303;
  }

  public String location() {
    return headers
        .firstValue("Location")
        .orElseThrow(() -> new AssertionError("no redirect: " + this));
  }

  /**
   * The query parameters of the address to which this response redirects. Fails if a parameter
   * occurs twice.
   */
  public Map<String, String> sent() {
    return parameters(location());
  }

  public static Map<String, String> parameters(String address) {
    var found = new LinkedHashMap<String, String>();
    int query = address.indexOf('?');
    if (query >= 0) {
      for (String part : address.substring(query + 1).split("&")) {
        String[] pair = part.split("=", 2);
        String value = URLDecoder.decode(pair.length > 1 ? pair[1] : "", StandardCharsets.UTF_8);
        if (found.put(pair[0], value) != null) {
          throw new AssertionError(pair[0] + " stands twice in " + address);
        }
      }
    }
    return found;
  }

  @Override
  public String toString() {
    return status + " " + headers.map() + "\n" + body;
  }
}
