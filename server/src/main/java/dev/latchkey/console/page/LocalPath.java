package dev.latchkey.console.page;

import dev.latchkey.edge.http.Form;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of a page of this application, without its host. A browser that is redirected to it
 * stays here, so there is no open redirect.
 */
public record LocalPath(String text) {
  /** Longer addresses would not fit in the cookies of an external sign-in. */
  private static final int MAX_CHARS = 2_000;

  /**
   * The path must not start with two slashes or backslashes, because browsers read those as the
   * start of a host name.
   */
  private static final Pattern SHAPE = Pattern.compile("/(?![/\\\\])[!-~]*");

  public static Optional<LocalPath> parse(String text) {
    return text.length() <= MAX_CHARS && SHAPE.matcher(text).matches()
        ? Optional.of(new LocalPath(text))
        : Optional.empty();
  }

  /** Where a form leads back to: the page on which it is, or the start page. */
  public static String back(Form form) {
    return form.value("back").flatMap(LocalPath::parse).map(LocalPath::text).orElse("/");
  }
}
