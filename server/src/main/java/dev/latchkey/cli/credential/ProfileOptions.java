package dev.latchkey.cli.credential;

import dev.latchkey.model.credential.AppProfile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How people see an app. */
final class ProfileOptions {
  /** Instead of a value, if there is to be none. */
  static final String NONE = "none";

  @Option(
      names = "--description",
      paramLabel = "TEXT",
      description = "What the app does, for the people who are asked for access. none: nothing.")
  private @Nullable String description;

  @Option(
      names = "--homepage",
      paramLabel = "URL",
      description = "The homepage of the app, an address with https. none: no homepage.")
  private @Nullable String homepage;

  @Option(
      names = "--privacy",
      paramLabel = "URL",
      description = "The address of its privacy policy. none: no policy.")
  private @Nullable String privacy;

  /** What was named, over what is stored. */
  AppProfile over(AppProfile stored) {
    return AppProfile.of(
        named(description, stored.description()),
        named(homepage, stored.homepage()),
        named(privacy, stored.privacy()));
  }

  private static String named(@Nullable String text, String stored) {
    if (text == null) {
      return stored;
    }
    return text.equals(NONE) ? "" : text.strip();
  }
}
