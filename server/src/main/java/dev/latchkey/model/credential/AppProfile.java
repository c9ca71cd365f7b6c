package dev.latchkey.model.credential;

import dev.latchkey.model.person.DisplayName;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How the developer of an app presents it to the people who are asked for access. Nobody has
 * checked any of it. A text that is empty was not given.
 */
public record AppProfile(Map<Text, String> texts, Optional<Logo> logo) {
  public static final int MAX_DESCRIPTION = 300;
  public static final AppProfile NONE = of(text -> "");

  public AppProfile {
    texts = Map.copyOf(texts);
  }

  /**
   * What the developer can say. Columns, forms, calls, downloads and the audit log follow from the
   * constants.
   */
  public enum Text {
    DESCRIPTION,
    HOMEPAGE,
    PRIVACY;

    /** Its name in forms, in calls and as a column. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }

    public boolean isLink() {
      return this != DESCRIPTION;
    }

    public static List<Text> links() {
      return Stream.of(values()).filter(Text::isLink).toList();
    }
  }

  /** What can be wrong with the description. */
  public enum Flaw {
    TOO_LONG,
    SIGNS
  }

  /** What people enter. A logo is sent by itself. */
  public static AppProfile of(Function<Text, String> given) {
    var texts = new EnumMap<Text, String>(Text.class);
    for (Text text : Text.values()) {
      texts.put(text, given.apply(text));
    }
    return new AppProfile(texts, Optional.empty());
  }

  public AppProfile with(Optional<Logo> other) {
    return new AppProfile(texts, other);
  }

  public String text(Text which) {
    return texts.getOrDefault(which, "");
  }

  public String description() {
    return text(Text.DESCRIPTION);
  }

  public String homepage() {
    return text(Text.HOMEPAGE);
  }

  /** Whether it has more than a logo. */
  public boolean hasText() {
    return texts.values().stream().anyMatch(text -> !text.isEmpty());
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
