package dev.latchkey.console.credential;

import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.InternalClient;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Transcript;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A trial of a personal credential, as far as it has come. It exists only in the page: the browser
 * sends all of it back with the next step, and the server forgets it after each answer.
 *
 * @param authorization the request for a code and the redirect that answered it
 */
public record Trial(Held held, Transcript authorization, Map<TrialStep, Transcript> steps) {
  static final Trial NEW = new Trial(Held.NOTHING, Transcript.NONE, Map.of());

  private static final String AUTHORIZATION = "AUTHORIZE";

  public Trial {
    steps = Map.copyOf(steps);
  }

  /** The secrets of a trial. */
  public record Held(String secret, String code, String verifier, String access, String refresh) {
    static final Held NOTHING = new Held("", "", "", "", "");

    /** No other text can be a secret or a code, and none of these can break a header. */
    private static final Pattern SENDABLE = Pattern.compile("[!-~]{1,200}");

    private static Held in(Form form) {
      return new Held(
          sendable(form, "client_secret"),
          sendable(form, "code"),
          sendable(form, "code_verifier"),
          sendable(form, "access_token"),
          sendable(form, "refresh_token"));
    }

    private static String sendable(Form form, String name) {
      return form.value(name)
          .map(String::strip)
          .filter(text -> SENDABLE.matcher(text).matches())
          .orElse("");
    }

    private Held withTokens(String newAccess, String newRefresh) {
      return new Held(secret, code, verifier, newAccess, newRefresh);
    }

    /** What a transcript shows of it: a person sees the tokens, but not the secret again. */
    Held masked() {
      return new Held(Transcript.masked(secret), code, verifier, access, refresh);
    }

    @Override
    public String toString() {
      return "Held[redacted]";
    }
  }

  static Trial authorized(String code, TrialProof proof, Transcript authorization) {
    return new Trial(new Held("", code, proof.verifier(), "", ""), authorization, Map.of());
  }

  static Trial in(Form form) {
    var steps = new EnumMap<TrialStep, Transcript>(TrialStep.class);
    for (TrialStep step : TrialStep.values()) {
      Transcript shown = transcript(form, step.name());
      if (!shown.isEmpty()) {
        steps.put(step, shown);
      }
    }
    return new Trial(Held.in(form), transcript(form, AUTHORIZATION), steps);
  }

  /** Browsers send the line ends of a form as two characters. */
  private static Transcript transcript(Form form, String name) {
    return new Transcript(
        form.value("sent_" + name).orElse("").replace("\r\n", "\n"),
        form.value("received_" + name).orElse("").replace("\r\n", "\n"));
  }

  public Transcript of(TrialStep step) {
    return steps.getOrDefault(step, Transcript.NONE);
  }

  public boolean isReady(TrialStep step) {
    return step.missingFrom(held).isEmpty();
  }

  /** The key of the text that says what the step still needs. */
  public String missing(TrialStep step) {
    return step.missingFrom(held);
  }

  /** The trial after a step: its transcript, and the tokens if the answer contains any. */
  Trial after(TrialStep step, Transcript shown, InternalClient.Received received) {
    var more = new EnumMap<TrialStep, Transcript>(TrialStep.class);
    more.putAll(steps);
    more.put(step, shown);
    Optional<JsonNode> tokens =
        Json.parse(received.body()).filter(json -> json.has("refresh_token"));
    Held after =
        tokens
            .map(json ->
                held.withTokens(
                    json.path("access_token").asString(""),
                    json.path("refresh_token").asString("")))
            .orElse(held);
    return new Trial(after, authorization, more);
  }
}
