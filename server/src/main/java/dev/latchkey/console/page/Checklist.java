package dev.latchkey.console.page;

import dev.latchkey.edge.http.Cookies;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Request;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The first steps of someone who is new, in an organization or on an installation that is. A step
 * is ticked once the store shows that it was done. The list is no longer shown when all steps are
 * done, or when the person hides it.
 */
public record Checklist(Kind kind, List<Step> steps) {
  public enum Kind {
    DEVELOPER,
    ORGANIZATION,
    INSTALLATION;

    private static final Duration COOKIE_LIFE = Duration.ofDays(365);

    static Optional<Kind> of(String code) {
      return Arrays.stream(values()).filter(kind -> kind.code().equals(code)).findFirst();
    }

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }

    private String cookie() {
      return "latchkey_hides_" + code();
    }

    Header hide(boolean secure) {
      return Cookies.keep(cookie(), "yes", secure, COOKIE_LIFE);
    }
  }

  public Checklist {
    steps = List.copyOf(steps);
  }

  /**
   * {@code label}: a key of the message bundles. {@code href}: where the step is done; empty if it
   * is not done on a page.
   */
  public record Step(String label, boolean isDone, String href) {
    /** A step in the configuration. */
    public static Step elsewhere(String label, boolean isDone) {
      return new Step(label, isDone, "");
    }
  }

  public long done() {
    return steps.stream().filter(Step::isDone).count();
  }

  public boolean isShown(Request request) {
    return done() < steps.size()
        && request.cookie(Cookies.name(kind.cookie(), request.isSecure())).isEmpty();
  }
}
