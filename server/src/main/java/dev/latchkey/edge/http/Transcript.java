package dev.latchkey.edge.http;

import java.util.List;

/**
 * A request and its answer as texts, as HTTP/1.1 writes them. Long texts are cut off, because the
 * browser sends them back with the next form.
 */
public record Transcript(String request, String answer) {
  public static final Transcript NONE = new Transcript("", "");

  private static final String MASK = "****";
  private static final int MAX_CHARS = 6_000;
  private static final int ENDING_CHARS = 4;

  /** Shorter texts have no ending that could be shown without giving them away. */
  private static final int MIN_SECRET_CHARS = 20;

  /** {@code authority}: host and port of this server, as a client writes them. */
  public static Transcript of(
      InternalClient.Sent sent, String authority, InternalClient.Received received) {
    return new Transcript(
        shortened(
            "%s %s HTTP/1.1\nHost: %s\n%s"
                .formatted(
                    sent.method(), sent.path(), authority, rest(sent.headers(), sent.body()))),
        shortened(
            "HTTP/1.1 %d\n%s"
                .formatted(received.status(), rest(received.headers(), received.body()))));
  }

  private static String rest(List<Header> headers, String body) {
    var text = new StringBuilder();
    for (Header header : headers) {
      text.append(header.name()).append(": ").append(header.value()).append('\n');
    }
    return body.isEmpty() ? text.toString() : text.append('\n').append(body).toString();
  }

  private static String shortened(String text) {
    return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "…";
  }

  public boolean isEmpty() {
    return request.isEmpty();
  }

  /**
   * Stands for a secret in the request of a transcript. It shows the last four characters, by which
   * a person recognizes the secret.
   */
  public static String masked(String secret) {
    return secret.length() < MIN_SECRET_CHARS
        ? MASK
        : MASK + secret.substring(secret.length() - ENDING_CHARS);
  }
}
