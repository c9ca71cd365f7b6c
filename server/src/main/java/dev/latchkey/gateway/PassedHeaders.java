package dev.latchkey.gateway;

import dev.latchkey.http.Cookies;
import dev.latchkey.http.Header;
import dev.latchkey.http.Headers;
import dev.latchkey.http.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which header fields go on, in either direction. Everything does but what belongs to one
 * connection, what would let a caller speak in Latchkey's name, and what would make an upstream
 * read another call than the one that was admitted.
 */
final class PassedHeaders {
    /** RFC 9110 7.6.1, and the two that frame a body, which each connection says for itself. */
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

    /**
     * The token stays here (decision 4.3). Where a call came from is said anew, by us: these are
     * the names under which proxies, content delivery networks and clouds say it.
     */
    private static final Set<String> SAID_BY_US =
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
     * Many a framework takes method, path, host or person from these instead of from the request,
     * and a CGI program the proxy of its own calls from {@code Proxy} (CVE-2016-5385).
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

    static List<Header> toUpstream(Request request) {
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
                    && !named.contains(name)
                    && !Identity.isReserved(header.name())
                    && !(name.equals("set-cookie") && Cookies.isOurs(header.value()))) {
                passed.add(header);
            }
        }
        return passed;
    }

    /** Whoever has a session here and calls from the same browser sends its cookie along. */
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
                && !SAID_BY_US.contains(spelling)
                && !READ_INSTEAD.contains(spelling)
                && !spelling.startsWith("x-forwarded-")
                && !named.contains(spelling)
                && !Identity.isReserved(name);
    }

    /** Behind a CGI-like interface an underscore and a hyphen are one name (CVE-2025-64484). */
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

    /** RFC 7239: what holds more than a token's characters is quoted, an IPv6 address bracketed. */
    private static String forwarded(String client, String scheme, String host) {
        String node = client.contains(":") ? "\"[" + client + "]\"" : client;
        return "for=" + node + ";proto=" + scheme + ";host=\"" + host + "\"";
    }
}
