package dev.latchkey.console.credential;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The requests of a trial that the server sends to itself, in their usual order. */
public enum TrialStep {
  EXCHANGE,
  CALL,
  INTROSPECT,
  REFRESH,
  REVOKE;

  static Optional<TrialStep> named(String text) {
    return Arrays.stream(values()).filter(step -> step.name().equals(text)).findFirst();
  }

  /** The id of the part of the page that shows this step. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean needsSecret() {
    return this == EXCHANGE || this == REVOKE;
  }

  /** What the step sends in addition to the identifier and the secret of the credential. */
  String missingFrom(Trial.Held held) {
    return switch (this) {
      case EXCHANGE -> held.code().isEmpty() ? "trial.code-missing" : "";
      case CALL, INTROSPECT, REVOKE -> held.access().isEmpty() ? "trial.token-missing" : "";
      case REFRESH -> held.refresh().isEmpty() ? "trial.token-missing" : "";
    };
  }
}
