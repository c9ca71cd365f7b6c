package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Cookies;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Headers;
import dev.latchkey.edge.http.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses the header fields that are passed on, in both directions. All fields are passed on except
 * three kinds: fields of one connection, fields in which a caller would speak in Latchkey's name,
 * and fields from which an upstream could read another call than the admitted one.
 */
final class PassedHeaders {
  /**
   * The fields of RFC 9110 7.6.1, the length of the body, and the host. Each connection sends its
   * own.
   */
  private static final Set<String> OF_ONE_CONNECTION =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authentication-info",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "content-length",
          "host");

  /** Fields of an answer that a browser applies to the whole host, which is Latchkey's own. */
  private static final Set<String> OF_THE_HOST =
      Set.of("alt-svc", "clear-site-data", "strict-transport-security");

  /**
   * Fields that Latchkey removes or replaces. The token is not passed on (rule 4.3). Latchkey
   * itself says where a call came from; the other names are those in which proxies, content
   * delivery networks and clouds say it.
   */
  private static final Set<String> REPLACED =
      Set.of(
          "authorization",
          "forwarded",
          "forwarded-for",
          "x-forwarded",
          "client-ip",
          "front-end-https",
          "http-client-ip",
          "http-x-forwarded-for",
          "proxy-client-ip",
          "remote-addr",
          "true-client-ip",
          "x-appengine-user-ip",
          "x-azure-clientip",
          "x-azure-socketip",
          "x-client-ip",
          "x-client-ipaddress",
          "x-custom-ip-authorization",
          "x-cluster-client-ip",
          "x-envoy-external-address",
          "x-originating-ip",
          "x-original-forwarded-for",
          "x-original-remote-addr",
          "x-proxyuser-ip",
          "x-real-ip",
          "x-remote-addr",
          "x-remote-ip",
          "x-scheme",
          "x-true-client-ip",
          "x-url-scheme",
          "wl-proxy-client-ip",
          "cf-connecting-ip",
          "cf-connecting-ipv6",
          "cf-pseudo-ipv4",
          "fastly-client-ip",
          "fly-client-ip");

  /**
   * Fields from which many frameworks take the method, path, host or user instead of from the
   * request. A CGI program takes the proxy of its own calls from {@code Proxy} (CVE-2016-5385).
   */
  private static final Set<String> READ_INSTEAD =
      Set.of(
          "x-http-method",
          "x-http-method-override",
          "x-method-override",
          "x-http-path-override",
          "x-http-host-override",
          "x-original-host",
          "x-original-url",
          "x-original-uri",
          "x-original-method",
          "x-envoy-original-path",
          "x-rewrite-url",
          "x-host",
          "x-server-name",
          "remote-user",
          "x-remote-user",
          "proxy");

  private PassedHeaders() {}

  /** {@code prefix} is removed from the path of the call; it may be empty. */
  static List<Header> toUpstream(Request request, String prefix) {
    Headers sent = request.headers();
    Set<String> named = namedByConnection(sent.all("Connection"));
    var passed = new ArrayList<Header>();
    for (String name : sent.names()) {
      String spelling = spelling(name);
      if (isPassed(name, spelling, named)) {
        addLines(passed, name, spelling, sent.all(name));
      }
    }
    String client = request.moment().address();
    String scheme = request.isSecure() ? "https" : "http";
    String host = request.baseUrl().substring(scheme.length() + "://".length());
    passed.add(new Header("X-Forwarded-For", client));
    passed.add(new Header("X-Forwarded-Proto", scheme));
    passed.add(new Header("X-Forwarded-Host", host));
    if (!prefix.isEmpty()) {
      passed.add(new Header("X-Forwarded-Prefix", prefix));
    }
    passed.add(new Header("Forwarded", forwarded(client, scheme, host)));
    return passed;
  }

  static List<Header> toCaller(List<Header> answered) {
    var connection = new ArrayList<String>();
    for (Header header : answered) {
      if (header.name().equalsIgnoreCase("Connection")) {
        connection.add(header.value());
      }
    }
    Set<String> named = namedByConnection(connection);
    var passed = new ArrayList<Header>(answered.size());
    for (Header header : answered) {
      String name = spelling(header.name());
      if (!OF_ONE_CONNECTION.contains(name)
          && !OF_THE_HOST.contains(name)
          && !named.contains(name)
          && !Identity.isReserved(header.name())
          && !(name.equals("set-cookie") && Cookies.isOurs(header.value()))) {
        passed.add(header);
      }
    }
    return passed;
  }

  /**
   * Adds the lines of a field. Latchkey's own cookies are removed: the browser of a person who has
   * a session here sends its cookie with the calls too.
   */
  private static void addLines(
      List<Header> passed, String name, String spelling, List<String> values) {
    boolean isCookie = spelling.equals("cookie");
    for (String value : values) {
      String kept = isCookie ? Cookies.withoutOurs(value) : value;
      if (!isCookie || !kept.isEmpty()) {
        passed.add(new Header(name, kept));
      }
    }
  }

  private static boolean isPassed(String name, String spelling, Set<String> named) {
    return !OF_ONE_CONNECTION.contains(spelling)
        && !REPLACED.contains(spelling)
        && !READ_INSTEAD.contains(spelling)
        && !spelling.startsWith("x-forwarded-")
        && !named.contains(spelling)
        && !Identity.isReserved(name);
  }

  /**
   * The name in lower case with hyphens. Behind a CGI-like interface an underscore and a hyphen are
   * the same (CVE-2025-64484).
   */
  private static String spelling(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Set<String> namedByConnection(List<String> values) {
    if (values.isEmpty()) {
      return Set.of();
    }
    return values.stream()
        .flatMap(line -> Arrays.stream(line.split(",", -1)))
        .map(String::strip)
        .map(PassedHeaders::spelling)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The field {@code Forwarded} of RFC 7239. A value with other characters than those of a token is
   * quoted, and an IPv6 address is put in brackets.
   */
  private static String forwarded(String client, String scheme, String host) {
    String node = client.contains(":") ? "\"[" + client + "]\"" : client;
    return "for=" + node + ";proto=" + scheme + ";host=\"" + host + "\"";
  }
}
