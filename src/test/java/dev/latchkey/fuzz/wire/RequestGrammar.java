package dev.latchkey.fuzz.wire;

import dev.latchkey.http.Body;
import dev.latchkey.http.Route;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Requests for every route of the service, made of parts that are mostly sound: one broken part is
 * reached only through sound ones. A random number decides everything, so the same number makes the
 * same request.
 */
final class RequestGrammar {
    private static final List<String> ROLES =
            List.of("member", "lead", "administrator", "platform", "stranger");
    private static final List<String> METHODS =
            List.of(
                    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
                    "PROPFIND", "get", "M-SEARCH", "");
    private static final List<String> SEGMENTS =
            List.of(
                    "17", "..", ".", "", "%2e%2e", "%2f", ";a=b", "%00", "%25", "%c0%ae", "me", "x",
                    "%E4%B8%AD", "\\", "**", "{id}", "a%20b", "~", "\u00e4", "'--", "index.php");
    private static final List<String> FIELDS =
            List.of(
                    "client_id", "client_secret", "grant_type", "code", "redirect_uri",
                    "code_verifier", "refresh_token", "scope", "resource", "token",
                    "token_type_hint", "access_token", "response_type", "state", "code_challenge",
                    "code_challenge_method", "response_mode", "email", "password", "new_password",
                    "repeated_password", "name", "request", "decision", "form_token", "form_id",
                    "version", "key", "language", "back", "organization", "team", "team_id", "role",
                    "q", "page", "limit", "cursor", "from", "until", "person", "client", "event",
                    "after", "before", "which", "kind", "option", "offer", "new_owner", "overlap",
                    "session", "secret", "trail", "saved", "confirm", "iss", "error", "nonce");
    private static final List<String> PLAIN =
            List.of(
                    "authorization_code", "refresh_token", "code", "query", "S256", "plain",
                    "approve", "deny", "read:issue:info", "read:issue:info,write:issue:info", "en",
                    "zh", "1", "50", "200", "MEMBER", "ORGANIZATION_ADMINISTRATOR", "access_token",
                    "https://app.example/callback", "2026-01-01", "/account/apps", "form_post",
                    "personal", "organization", "REQUIRE_PROOF_KEY");
    private static final List<String> BROKEN =
            List.of(
                    "", "\u0000", "%00", "%", "%zz", "%ff", "\u00ff", "\u00ed\u00a0\u0080", "'",
                    "\"", "' OR '1'='1", "${7*7}", "<script>", "..", "-1", "0", "99999999999999999999",
                    "+999999999-12-31", "-999999999-01-01", "2026-02-30", "null", "true", "[]", "{}",
                    "\\u0000", "\r\nX: y", "a\tb", "1e999", "NaN", "//evil.example", "/\\evil.example",
                    "javascript:alert(1)", "http://127.0.0.1:99999/", "https://[::1/", "x@",
                    "\u00e2\u0080\u00ae", "lk_at_", "lk_ac_x", "cli_", ";", ",", "&", "=", "+", "*",
                    "a".repeat(300), "b".repeat(3_000));
    private static final List<String> TYPES =
            List.of(
                    "application/x-www-form-urlencoded", "application/json",
                    "application/x-www-form-urlencoded; charset=UTF-8",
                    "application/json;charset=utf-8", "application/json; charset=utf-16", ";",
                    ";;", "", "text/plain", "multipart/form-data; boundary=x", "application/JSON ; a",
                    "application/x-www-form-urlencoded;", "*/*", "application/", "a/b;charset");
    private static final List<String> HEADERS =
            List.of(
                    "Accept: */*", "Accept: application/json;q=0.1", "Accept-Language: zh-CN,en;q=0.5",
                    "Accept-Language: -", "Accept-Language: *;q=2", "Accept-Language: x-y-z,;q=",
                    "Accept-Encoding: gzip, br", "Idempotency-Key: k1", "Idempotency-Key:",
                    "Idempotency-Key: " + "k".repeat(300), "Origin: null", "Origin: https://evil.example",
                    "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-origin", "Referer: x",
                    "X-Forwarded-For: 10.0.0.1, 1", "X-Forwarded-For: " + "1,".repeat(50),
                    "X-Forwarded-Proto: https", "X-Forwarded-Host: evil.example", "Forwarded: for=1",
                    "X-Original-Method: GET", "X-Original-URI: /openapi/v2/issues/1?x",
                    "X-Forwarded-Method: DELETE", "X-Forwarded-Uri: /openapi/v2/%zz",
                    "X-Original-URI: http://x/", "X-HTTP-Method-Override: DELETE",
                    "Latchkey-Subject: usr_forged", "latchkey_subject: x", "Range: bytes=0-1",
                    "If-None-Match: *", "If-Modified-Since: yesterday", "TE: trailers", "Trailer: X",
                    "Content-Encoding: gzip", "Content-Language: ;", "User-Agent: " + "u".repeat(500),
                    "Cookie: latchkey_language=zh", "Cookie: a=b; latchkey_session=x; latchkey_session=y",
                    "Cookie: ;=;;", "Cookie: latchkey_browser=lk_bk_x", "Sec-WebSocket-Key: x", "X:",
                    "X: \u00fc", "Via: 1.1 x", "Max-Forwards: 0", "Date: never", "From: \t x");
    private static final List<String> OF_ONE_CONNECTION =
            List.of(
                    "Connection: close", "Connection: keep-alive, X", "Connection: Upgrade\r\nUpgrade: websocket",
                    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ",
                    "Expect: 100-continue", "Expect: nothing", "Upgrade: TLS/1.0", "Connection: ,,");
    private static final List<String> BREAKS =
            List.of(
                    "\r", "\n", "\r\n", "\r\n\r\n", "\u0000", " ", "\t", ":", " :", "\u00ff",
                    "Content-Length: 5\r\n", "Content-Length: 05\r\n", "Content-Length: -1\r\n",
                    "Content-Length: 99999999999999999999\r\n", "Content-Length: 5, 5\r\n",
                    "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip, chunked\r\n",
                    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n",
                    "ffffffffffffffff\r\n", "5;x=y\r\nhello\r\n", "HTTP/1.0", "HTTP/2.0", " HTTP/1.1",
                    "Host: evil.example\r\n", " folded\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                    "\u0016\u0003\u0001", "GET http://evil.example/ HTTP/1.1\r\n");

    private static final int SELDOM = 25;
    private static final int VERY_SELDOM = 500;
    private static final Pattern ENDS = Pattern.compile(".*/(sign-out|sessions|disable)");
    private static final int ONE_BROKEN_OF = 10;
    private static final int MOST_CHANGES = 3;
    private static final int LONG = 20_000;
    private static final int TOO_LONG_BODY = 66_000;

    private final List<Route> routes;
    private final String host;

    RequestGrammar(List<Route> routes, String host) {
        this.routes = routes;
        this.host = host;
    }

    /** One request in ten is no longer what a reader of HTTP takes for exactly one request. */
    Input request(Random random, KnownValues known) {
        String sound = sound(random, known);
        if (random.nextInt(ONE_BROKEN_OF) > 0) {
            return new Input(sound);
        }
        String broken = sound;
        for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
            broken = changed(broken, random);
        }
        return new Input(broken);
    }

    private String sound(Random random, KnownValues known) {
        Route route = route(random);
        String method = mostly(random) ? route.method() : any(METHODS, random);
        var head = new StringBuilder(method.equals("*") ? "GET" : method).append(' ');
        head.append(path(route, random, known)).append(query(random, known));
        head.append(" HTTP/1.1\r\nHost: ").append(mostly(random) ? host : any(BROKEN, random).strip());
        String role = any(ROLES, random);
        head.append("\r\n").append(authorization(random, known)).append(cookie(role, random, known));
        for (int left = random.nextInt(4) - 1; left > 0; left--) {
            head.append(any(HEADERS, random)).append("\r\n");
        }
        if (random.nextInt(30) == 0) {
            head.append(any(OF_ONE_CONNECTION, random)).append("\r\n");
        }
        if (!method.equals("POST") && mostly(random)) {
            return head.append("\r\n").toString();
        }
        String type = mostly(random) ? type(route) : any(TYPES, random);
        head.append("Content-Type: ").append(type).append("\r\n");
        String body = body(type, random, known);
        if (!type.contains("json") && mostly(random)) {
            body += "&form_token=" + encoded(known.get("for.form_token." + role));
        }
        return head + framed(body, random);
    }

    /**
     * A password is hashed for as long as hundreds of other requests take, and a session that has
     * ended opens nothing to those that follow.
     */
    private Route route(Random random) {
        while (true) {
            Route route = any(routes, random);
            String path = route.pattern().toString();
            boolean isSeldom =
                    (Judge.hashes(path) && random.nextInt(SELDOM) > 0)
                            || (ENDS.matcher(path).matches() && random.nextInt(VERY_SELDOM) > 0);
            if (!route.method().equals("POST") || !isSeldom) {
                return route;
            }
        }
    }

    private static String type(Route route) {
        return route.bodies().equals(Set.of(Body.Kind.JSON))
                        || (route.bodies().contains(Body.Kind.JSON)
                                && route.pattern().toString().endsWith("/revoke"))
                ? "application/json"
                : "application/x-www-form-urlencoded";
    }

    private static String path(Route route, Random random, KnownValues known) {
        var path = new StringBuilder();
        for (String segment : route.pattern().segments()) {
            String sent = segment;
            if (segment.startsWith("{")) {
                sent = mostly(random) ? visible(any(known.named("id"), random)) : any(SEGMENTS, random);
            } else if (segment.equals("**")) {
                sent = mostly(random) ? "issues/" + any(SEGMENTS, random) : any(SEGMENTS, random);
            } else if (random.nextInt(40) == 0) {
                sent = any(SEGMENTS, random);
            }
            path.append('/').append(visible(sent));
        }
        return path.isEmpty() ? "/" : path.toString();
    }

    private static String query(Random random, KnownValues known) {
        if (random.nextInt(3) > 0) {
            return "";
        }
        return "?" + visible(form(random, known)).replace("#", "");
    }

    private static String authorization(Random random, KnownValues known) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> "Authorization: Bearer " + any(known.named("token"), random) + "\r\n";
            case 2 -> "Authorization: Bearer " + nearly(any(known.all(), random), random) + "\r\n";
            case 3 -> "Authorization: " + any(known.named("basic"), random) + "\r\n";
            case 4 -> "Authorization: " + oneLine(any(BROKEN, random)) + "\r\n";
            default -> "";
        };
    }

    /** Two in three come in the session whose form token they send. */
    private static String cookie(String role, Random random, KnownValues known) {
        String own = known.get("cookie." + role);
        return switch (random.nextInt(12)) {
            case 0 -> "Cookie: " + any(known.named("cookie"), random) + "\r\n";
            case 1 -> "Cookie: " + nearly(own, random) + "\r\n";
            case 2, 3 -> "";
            default -> "Cookie: " + own + "\r\n";
        };
    }

    private static String body(String type, Random random, KnownValues known) {
        if (random.nextInt(200) == 0) {
            return "a=" + "b".repeat(random.nextInt(TOO_LONG_BODY));
        }
        return type.contains("json") ? json(random, known) : form(random, known);
    }

    private static String form(Random random, KnownValues known) {
        var pairs = new ArrayList<String>();
        for (int left = random.nextInt(7); left > 0; left--) {
            String name = any(FIELDS, random);
            String value = value(name, random, known);
            boolean isEncoded = random.nextInt(10) > 0;
            pairs.add(name + "=" + (isEncoded ? encoded(value) : value));
        }
        if (random.nextInt(20) == 0) {
            pairs.add(any(BROKEN, random));
        }
        return String.join("&", pairs);
    }

    private static String json(Random random, KnownValues known) {
        var fields = new ArrayList<String>();
        for (String name : List.of("client_id", "client_secret", "access_token")) {
            if (random.nextInt(12) > 0) {
                String value = value(name, random, known);
                boolean isText = random.nextInt(12) > 0;
                fields.add(
                        "\""
                                + name
                                + "\":"
                                + (isText ? "\"" + value.replace("\"", "\\\"") + "\"" : value));
            }
        }
        String object = "{" + String.join(",", fields) + "}";
        return switch (random.nextInt(20)) {
            case 0 -> "[".repeat(random.nextInt(40)) + object;
            case 1 -> object + object;
            case 2 -> any(BROKEN, random);
            default -> object;
        };
    }

    /** Of the kind that the field wants, of another kind, nearly right, or nonsense. */
    private static String value(String name, Random random, KnownValues known) {
        List<String> fitting = known.named("for." + name);
        return switch (random.nextInt(10)) {
            case 0 -> any(BROKEN, random);
            case 1 -> nearly(any(known.all(), random), random);
            case 2 -> any(known.all(), random);
            case 3, 4 -> any(PLAIN, random);
            default -> fitting.isEmpty() ? any(PLAIN, random) : any(fitting, random);
        };
    }

    private static String framed(String body, Random random) {
        if (random.nextInt(4) > 0) {
            return "Content-Length: " + body.length() + "\r\n\r\n" + body;
        }
        var chunks = new StringBuilder("Transfer-Encoding: chunked\r\n\r\n");
        int at = 0;
        while (at < body.length()) {
            int size = Math.min(body.length() - at, 1 + random.nextInt(1 + body.length() / 2));
            chunks.append(Integer.toHexString(size)).append("\r\n");
            chunks.append(body, at, at + size).append("\r\n");
            at += size;
        }
        return chunks.append("0\r\n\r\n").toString();
    }

    private static String changed(String text, Random random) {
        int at = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), at + 1 + random.nextInt(16));
        return switch (random.nextInt(8)) {
            case 0 -> text.substring(0, at) + text.substring(to);
            case 1 -> text.substring(0, at) + any(BREAKS, random) + text.substring(at);
            case 2 -> text.substring(0, at) + any(BREAKS, random) + text.substring(to);
            case 3 -> text.substring(0, at) + (char) random.nextInt(256) + text.substring(at);
            case 4 -> text.substring(0, to) + text.substring(at);
            case 5 -> text.substring(0, at);
            case 6 -> afterALine(text, any(BREAKS, random), random);
            default ->
                    random.nextInt(20) == 0
                            ? afterALine(text, "X: " + "x".repeat(LONG) + "\r\n", random)
                            : text.replaceFirst("HTTP/1.1", "HTTP/1.0");
        };
    }

    private static String afterALine(String text, String more, Random random) {
        int line = text.indexOf("\r\n", random.nextInt(text.length() + 1));
        return line < 0 ? text + more : text.substring(0, line + 2) + more + text.substring(line + 2);
    }

    /** A value with one sign more, less or other. */
    private static String nearly(String value, Random random) {
        if (value.isEmpty()) {
            return "x";
        }
        int at = random.nextInt(value.length());
        return switch (random.nextInt(4)) {
            case 0 -> value.substring(0, at);
            case 1 -> value.substring(0, at) + (char) (' ' + random.nextInt(95)) + value.substring(at + 1);
            case 2 -> value + value.charAt(at);
            default -> value.substring(0, at) + value.substring(at + 1);
        };
    }

    /** Percent-encoded, with each byte that is no letter. */
    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.ISO_8859_1);
    }

    /** As it can stand in a request line. */
    private static String visible(String text) {
        var visible = new StringBuilder(text.length());
        for (char sign : text.toCharArray()) {
            visible.append(sign > ' ' && sign < 0x7f ? String.valueOf(sign) : "%%%02x".formatted((int) sign));
        }
        return visible.toString();
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\x00-\\x1f]", "");
    }

    private static boolean mostly(Random random) {
        return random.nextInt(12) > 0;
    }

    private static <T> T any(List<T> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
