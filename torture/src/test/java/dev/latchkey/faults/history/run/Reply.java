package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Span;
import dev.latchkey.faults.history.run.actor.Texts;
import dev.latchkey.load.Answer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The result of a request: the node, the time, and the answer. */
public record Reply(Node node, Span span, Optional<Answer> answer, String trouble) {
  /** No connection could be opened, so the server never received the request. */
  private static final String UNSENT = "unsent";

  static Reply unsent(Node node, Span span) {
    return new Reply(node, span, Optional.empty(), UNSENT);
  }

  boolean isUnsent() {
    return trouble.equals(UNSENT);
  }

  /** The status, or 0 if no answer was received. */
  public int status() {
    return answer.map(Answer::status).orElse(0);
  }

  /** Whether the effect of the request is unknown. */
  public boolean isUnknown() {
    return status() == 0 || status() >= 500;
  }

  String seen() {
    return answer.map(received -> String.valueOf(received.status())).orElse(trouble);
  }

  public String body() {
    return answer.map(Answer::text).orElse("");
  }

  /** The path and query to which the browser is redirected; empty without a redirect. */
  public String location() {
    List<String> locations = answer.map(received -> received.all("Location")).orElse(List.of());
    return locations.isEmpty() ? "" : locations.getFirst();
  }

  public List<String> cookies() {
    return answer.map(received -> received.all("Set-Cookie")).orElse(List.of());
  }

  public boolean isSentToSignIn() {
    return location().toLowerCase(Locale.ROOT).contains("/sign-in");
  }

  /** The text between these two texts in the body; empty if they do not occur. */
  public String between(String before, String after) {
    return Texts.between(body(), before, after);
  }
}
