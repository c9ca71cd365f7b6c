package dev.latchkey.edge.http;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads and writes cookies as rule 5.4 says. */
public final class Cookies {
  private Cookies() {}

  /**
   * The name of a cookie, with the prefix {@code __Host-} if the published address is https. The
   * prefix prevents that a subdomain or a page without https sets the cookie.
   */
  public static String name(String name, boolean secure) {
    return secure ? "__Host-" + name : name;
  }

  public static Header set(String name, String value, boolean secure) {
    return new Header(
        "Set-Cookie",
        name(name, secure)
            + "="
            + value
            + "; Path=/; HttpOnly; SameSite=Lax"
            + (secure ? "; Secure" : ""));
  }

  /** Sets a cookie that the browser keeps after its session has ended. */
  public static Header keep(String name, String value, boolean secure, Duration kept) {
    return new Header(
        "Set-Cookie", set(name, value, secure).value() + "; Max-Age=" + kept.toSeconds());
  }

  public static Header clear(String name, boolean secure) {
    return new Header("Set-Cookie", set(name, "", secure).value() + "; Max-Age=0");
  }

  /** Whether an answer already sets or clears the cookie. */
  public static boolean isSet(String name, Response answer) {
    return answer.headers().stream()
        .filter(header -> header.name().equals("Set-Cookie"))
        .anyMatch(header ->
            header.value().startsWith(name + "=")
                || header.value().startsWith(name(name, true) + "="));
  }

  /**
   * Whether only Latchkey may read and set this cookie. {@code cookie} is written as in {@code
   * Cookie} or {@code Set-Cookie}. Leading equals signs and spaces are skipped, because {@code
   * =name=value} sets a cookie without a name, and a browser sends it back as {@code name=value}.
   */
  public static boolean isOurs(String cookie) {
    int begin = 0;
    while (begin < cookie.length()
        && (cookie.charAt(begin) == '=' || cookie.charAt(begin) <= ' ')) {
      begin++;
    }
    String name = cookie.substring(begin).toLowerCase(Locale.ROOT);
    return name.startsWith("latchkey_") || name.startsWith("__host-latchkey_");
  }

  /** A {@code Cookie} line without Latchkey's own cookies, as it may be sent to a service. */
  public static String withoutOurs(String line) {
    return Arrays.stream(line.split(";"))
        .filter(cookie -> !isOurs(cookie))
        .map(String::strip)
        .collect(Collectors.joining("; "));
  }

  static Optional<String> find(Headers headers, String name) {
    List<String> values =
        headers.all("Cookie").stream()
            .flatMap(line -> Arrays.stream(line.split(";")))
            .map(String::strip)
            .filter(pair -> pair.startsWith(name + "="))
            .map(pair -> pair.substring(name.length() + 1))
            .toList();
    return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
  }
}
