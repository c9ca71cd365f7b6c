package dev.latchkey.model.credential;

import dev.latchkey.model.person.DisplayName;
import java.util.Optional;

/**
 * How the developer of an app presents it to the people who are asked for access. Nobody has
 * checked any of it. A text that is empty was not given.
 */
public record AppProfile(String description, String homepage, String privacy, Optional<Logo> logo) {
  public static final int MAX_DESCRIPTION = 300;
  public static final AppProfile NONE = of("", "", "");

  /** What can be wrong with the description. */
  public enum Flaw {
    TOO_LONG,
    SIGNS
  }

  /** What people enter. A logo is sent by itself. */
  public static AppProfile of(String description, String homepage, String privacy) {
    return new AppProfile(description, homepage, privacy, Optional.empty());
  }

  public AppProfile with(Optional<Logo> other) {
    return new AppProfile(description, homepage, privacy, other);
  }

  /** Whether it has more than a logo. */
  public boolean hasText() {
    return !(description.isEmpty() && homepage.isEmpty() && privacy.isEmpty());
  }

  public static Optional<Flaw> flawOfDescription(String text) {
    if (text.length() > MAX_DESCRIPTION) {
      return Optional.of(Flaw.TOO_LONG);
    }
    return DisplayName.hasDeceptiveSigns(text) ? Optional.of(Flaw.SIGNS) : Optional.empty();
  }

  /**
   * The same for the addresses. They follow the rules of redirect URIs, so a host is written in
   * ASCII and cannot look like another one, and there is no name of a user before it.
   */
  public static Optional<RedirectUri.Flaw> flawOfLink(String text) {
    return text.isEmpty()
        ? Optional.empty()
        : RedirectUri.flawOf(text).filter(flaw -> flaw != RedirectUri.Flaw.RESERVED_QUERY_NAME);
  }

  /** The host to which a link leads, with its port, as people see it. */
  public static String host(String link) {
    return RedirectUri.origin(link).replaceFirst("https?://", "");
  }
}
