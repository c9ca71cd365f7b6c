package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Header;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Replaces the beginning of a path on the way to a service: {@code strip} is removed, and {@code
 * add} is put in its place. Each is empty or a canonical path without a slash at the end, so the
 * result is canonical too.
 *
 * <p>For example, {@code /openapi/v2/billing} and {@code /internal/api} make {@code
 * /internal/api/invoices/7} out of {@code /openapi/v2/billing/invoices/7}.
 *
 * <p>There are no regular expressions, because these can make a path that no rule has checked, and
 * no path in the address of the upstream, where a slash at the end changes the meaning. It applies
 * after the row was found and the scope was checked. An assertion keeps the address that was
 * called; with the rewritten one it would be valid for another published call.
 */
public record PathRewrite(String strip, String add) {
  public static final PathRewrite NONE = new PathRewrite("", "");

  private static final Set<String> ADDRESSES = Set.of("location", "content-location");

  public boolean isNone() {
    return strip.isEmpty() && add.isEmpty();
  }

  /**
   * The path that the service receives for an admitted call. The path of the call is canonical, and
   * it matches a row that begins with {@code strip}. Segments are cut off by their number, because
   * a literal segment may be spelled in several ways.
   */
  public String toService(String path) {
    if (isNone()) {
      return path;
    }
    String rest = path;
    for (int i = 0; i < slashes(strip); i++) {
      int next = rest.indexOf('/', 1);
      rest = next < 0 ? "" : rest.substring(next);
    }
    String rewritten = add + rest;
    return rewritten.isEmpty() ? "/" : rewritten;
  }

  private static int slashes(String path) {
    return Math.toIntExact(path.chars().filter(character -> character == '/').count());
  }

  /**
   * The headers of an answer, with the service's own paths in {@code Location} and {@code
   * Content-Location} mapped back.
   *
   * @param service the addresses of the service
   * @param baseUrl the published address
   */
  List<Header> toCaller(List<Header> answered, List<URI> service, String baseUrl) {
    if (isNone()) {
      return answered;
    }
    var mapped = new ArrayList<Header>(answered.size());
    for (Header header : answered) {
      boolean isAddress = ADDRESSES.contains(header.name().toLowerCase(Locale.ROOT));
      String value = isAddress ? toCaller(header.value(), service, baseUrl) : header.value();
      mapped.add(new Header(header.name(), value));
    }
    return mapped;
  }

  /**
   * An address with another host is not changed, and neither is one that is relative to the address
   * of the call, or outside the prefix.
   */
  private String toCaller(String address, List<URI> service, String baseUrl) {
    Optional<URI> parsed = parsed(address);
    if (parsed.isEmpty() || parsed.get().getRawPath() == null) {
      return address;
    }
    URI uri = parsed.get();
    boolean isOurs = isAt(uri, List.of(URI.create(baseUrl)));
    if (uri.getRawAuthority() != null && !isOurs && !isAt(uri, service)) {
      return address;
    }
    return called(uri.getRawPath())
        .map(path -> (isOurs ? baseUrl : "") + path + afterPath(uri))
        .orElse(address);
  }

  private static Optional<URI> parsed(String address) {
    try {
      return Optional.of(new URI(address));
    } catch (URISyntaxException malformed) {
      return Optional.empty();
    }
  }

  private static boolean isAt(URI uri, List<URI> origins) {
    return origins.stream()
        .anyMatch(origin ->
            origin.getRawAuthority().equalsIgnoreCase(uri.getRawAuthority())
                && (uri.getScheme() == null
                    || origin.getScheme().equalsIgnoreCase(uri.getScheme())));
  }

  /**
   * The path to which a caller has to send the call that the service knows by this path. Empty if
   * there is none. A service that reads {@code X-Forwarded-Prefix} has already put {@code strip} in
   * front.
   */
  private Optional<String> called(String path) {
    boolean isInside = path.equals(add) || path.startsWith(add + "/");
    boolean isCalled = !strip.isEmpty() && (path.equals(strip) || path.startsWith(strip + "/"));
    if (!isInside || isCalled || CanonicalPath.parse(path).isEmpty()) {
      return Optional.empty();
    }
    String called = strip + path.substring(add.length());
    return Optional.of(called.isEmpty() ? "/" : called);
  }

  private static String afterPath(URI uri) {
    return (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery())
        + (uri.getRawFragment() == null ? "" : "#" + uri.getRawFragment());
  }
}
