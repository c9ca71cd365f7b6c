package dev.latchkey.model.credential;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The registered address to which a browser is sent (contract 2.1; rules 1.2 and 1.7). It is
 * compared as text and never parsed as a URI.
 */
public record RedirectUri(String text) {
  private static final int MAX_CHARS = 2_000;
  private static final Pattern SHAPE =
      Pattern.compile(
          "(?<scheme>https?)://(?<host>[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(?::(?<port>[1-9][0-9]{0,4}))?"
              + "(?<path>/[A-Za-z0-9._~!$&'()*+,;=:/%-]*)?(?:\\?(?<query>[A-Za-z0-9._~!$&'()*+,;=:/?%-]*))?");
  private static final Pattern BROKEN_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final Pattern ENCODED_SEPARATOR =
      Pattern.compile("%(2e|2f|5c|25|0[0-9a-f]|1[0-9a-f]|7f)", Pattern.CASE_INSENSITIVE);
  private static final Pattern LOOPBACK_LITERAL =
      Pattern.compile(
          "(?<base>http://(?:127\\.0\\.0\\.1|\\[::1]))(?::(?<port>[1-9][0-9]{0,4}))?(?<rest>(?:[/?].*)?)");
  private static final Set<String> LOOPBACK_HOSTS = Set.of("127.0.0.1", "[::1]", "localhost");
  private static final Set<String> RESPONSE_PARAMETERS =
      Set.of("code", "state", "error", "error_description", "error_uri", "iss", "response");

  public RedirectUri {
    flawOf(text)
        .ifPresent(flaw -> {
          throw new IllegalArgumentException("unusable redirect URI: " + flaw);
        });
  }

  public enum Flaw {
    SHAPE,
    INSECURE,
    DOTS,
    RESERVED_QUERY_NAME,
    TOO_LONG
  }

  /** The reason why a text cannot be registered; empty if it can. */
  public static Optional<Flaw> flawOf(String text) {
    if (text.length() > MAX_CHARS) {
      return Optional.of(Flaw.TOO_LONG);
    }
    Matcher shape = SHAPE.matcher(text);
    if (!shape.matches() || BROKEN_PERCENT.matcher(text).find() || !isPort(shape.group("port"))) {
      return Optional.of(Flaw.SHAPE);
    }
    if (shape.group("scheme").equals("http") && !LOOPBACK_HOSTS.contains(shape.group("host"))) {
      return Optional.of(Flaw.INSECURE);
    }
    String path = Optional.ofNullable(shape.group("path")).orElse("");
    if (text.contains("..") || ENCODED_SEPARATOR.matcher(path).find()) {
      return Optional.of(Flaw.DOTS);
    }
    return parameterNames(shape.group("query")).stream().anyMatch(RESPONSE_PARAMETERS::contains)
        ? Optional.of(Flaw.RESERVED_QUERY_NAME)
        : Optional.empty();
  }

  /**
   * Whether the address of a request matches this registered one. They must be equal byte for byte.
   * Only the literal loopback addresses may differ in the port (RFC 8252 7.3).
   */
  public boolean admits(String sent) {
    if (text.equals(sent)) {
      return true;
    }
    Matcher registered = LOOPBACK_LITERAL.matcher(text);
    Matcher requested = LOOPBACK_LITERAL.matcher(sent);
    return registered.matches()
        && requested.matches()
        && isPort(requested.group("port"))
        && registered.group("base").equals(requested.group("base"))
        && registered.group("rest").equals(requested.group("rest"));
  }

  /** The same, and {@code localhost} counts as a loopback address as well. */
  public boolean admitsAnyPort(String sent) {
    return isLoopback()
        && flawOf(sent).isEmpty()
        && withoutPort().equals(new RedirectUri(sent).withoutPort());
  }

  /** Whether the browser is sent to a program on its own computer. */
  public boolean isLoopback() {
    Matcher shape = SHAPE.matcher(text);
    return shape.matches() && LOOPBACK_HOSTS.contains(shape.group("host"));
  }

  public String withoutPort() {
    Matcher shape = SHAPE.matcher(text);
    return shape.matches() && shape.group("port") != null
        ? text.substring(0, shape.start("port") - 1) + text.substring(shape.end("port"))
        : text;
  }

  /**
   * The address without its query. Some clients drop the query when they repeat the address in the
   * token request (rule 1.2).
   */
  public static String withoutQuery(String uri) {
    int query = uri.indexOf('?');
    return query < 0 ? uri : uri.substring(0, query);
  }

  /**
   * The source expression for this address in a content security policy. The grammar of policies
   * has no IPv6 addresses, so for those the expression is the scheme alone.
   */
  public static String cspSource(String uri) {
    return uri.startsWith("http://[") ? "http:" : origin(uri);
  }

  /** Scheme, host and port. */
  public static String origin(String uri) {
    Matcher shape = SHAPE.matcher(uri);
    if (!shape.matches()) {
      throw new IllegalArgumentException("not a registered address");
    }
    String port = shape.group("port");
    return shape.group("scheme") + "://" + shape.group("host") + (port == null ? "" : ":" + port);
  }

  /** The address with the response parameters added to its query. */
  public static String answer(String uri, Map<String, String> parameters) {
    String query =
        parameters.entrySet().stream()
            .map(parameter -> parameter.getKey() + "=" + percentEncoded(parameter.getValue()))
            .collect(Collectors.joining("&"));
    if (uri.endsWith("?") || uri.endsWith("&")) {
      return uri + query;
    }
    return uri + (uri.contains("?") ? "&" : "?") + query;
  }

  private static String percentEncoded(String value) {
    var text = new StringBuilder(value.length());
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean unreserved = c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0);
      text.append(unreserved ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return text.toString();
  }

  private static boolean isPort(@Nullable String digits) {
    return digits == null || (Integer.parseInt(digits) >= 1 && Integer.parseInt(digits) <= 65_535);
  }

  private static Set<String> parameterNames(@Nullable String query) {
    return query == null
        ? Set.of()
        : Pattern.compile("&")
            .splitAsStream(query)
            .map(part -> percentDecoded(part.split("=", 2)[0]))
            .collect(Collectors.toSet());
  }

  private static String percentDecoded(String text) {
    return Pattern.compile("%([0-9A-Fa-f]{2})")
        .matcher(text)
        .replaceAll(hex ->
            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(hex.group(1), 16))));
  }
}
