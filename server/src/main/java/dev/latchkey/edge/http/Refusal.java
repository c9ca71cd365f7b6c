package dev.latchkey.edge.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A refusal: a status, an error name of RFC 6749 or RFC 6750, and a sentence that says what the
 * caller can do.
 */
public record Refusal(int status, String error, String description, List<Header> headers) {
  public Refusal(int status, String error, String description) {
    this(status, error, description, List.of());
  }

  public static Refusal invalidRequest(String description) {
    return new Refusal(400, "invalid_request", description);
  }

  /**
   * The refusal of a method. Where GET is allowed, HEAD is allowed too: it is a GET whose body is
   * not sent.
   */
  public static Refusal notAllowed(Collection<String> methods) {
    String allowed =
        methods.stream()
            .flatMap(method -> method.equals("GET") ? Stream.of("GET", "HEAD") : Stream.of(method))
            .distinct()
            .collect(Collectors.joining(", "));
    return new Refusal(405, "invalid_request", "Use " + allowed + " here.").with("Allow", allowed);
  }

  public static Refusal tooManyAttempts(Duration retryAfter) {
    return new Refusal(429, "too_many_requests", "Too many failed attempts. Try again later.")
        .after(retryAfter);
  }

  public static Refusal tooManyRequests(Duration retryAfter) {
    return new Refusal(429, "too_many_requests", "Too many requests. Try again later.")
        .after(retryAfter);
  }

  public static Refusal unavailable() {
    return new Refusal(503, "temporarily_unavailable", "The service cannot answer now. Try again.")
        .after(Duration.ofSeconds(1));
  }

  public Refusal with(String name, String value) {
    var all = new ArrayList<>(headers);
    all.add(new Header(name, value));
    return new Refusal(status, error, description, List.copyOf(all));
  }

  /** The same refusal with a further sentence, which may be empty. */
  Refusal hinting(String sentence) {
    return new Refusal(status, error, (description + " " + sentence).strip(), headers);
  }

  public Response json() {
    return Response.json(status, body()).with(headers);
  }

  /**
   * The refusal for a gateway that asks about a call. nginx turns every status but 401 and 403 into
   * a 500 and drops the body. So the status is one of these two, and the body is repeated in a
   * header.
   */
  public Response verdict() {
    return new Refusal(status == 401 ? 401 : 403, error, description, headers)
        .json()
        .with("Latchkey-Refusal", new String(body(), StandardCharsets.UTF_8));
  }

  /** The JSON of every refusal (rule 2.2). */
  public byte[] body() {
    return Json.bytes(Json.object().put("error", error).put("error_description", description));
  }

  private Refusal after(Duration wait) {
    Header header = Header.retryAfter(wait);
    return with(header.name(), header.value());
  }

  /** Whole seconds, rounded up, so that a client that waits this long has waited long enough. */
  static long seconds(Duration wait) {
    return Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
  }
}
