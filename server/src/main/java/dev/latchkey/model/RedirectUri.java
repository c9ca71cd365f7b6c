package dev.latchkey.model;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The registered address a browser is sent to (contract 2.1; decisions 1.2 and 1.7). Compared as
 * text, never parsed.
 */
public record RedirectUri(String text) {
    private static final int MAX_CHARS = 2_000;
    private static final Pattern SHAPE =
            Pattern.compile(
                    "(?<scheme>https?)://(?<host>[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(?::(?<port>[1-9][0-9]{0,4}))?"
                            + "(?<path>/[A-Za-z0-9._~!$&'()*+,;=:/%-]*)?(?:\\?(?<query>[A-Za-z0-9._~!$&'()*+,;=:/?%-]*))?");
    private static final Pattern BROKEN_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");
    private static final Pattern HIDDEN_SIGN =
            Pattern.compile("%(2e|2f|5c|25|0[0-9a-f]|1[0-9a-f]|7f)", Pattern.CASE_INSENSITIVE);
    private static final Pattern LOOPBACK_LITERAL =
            Pattern.compile(
                    "(?<base>http://(?:127\\.0\\.0\\.1|\\[::1]))(?::(?<port>[1-9][0-9]{0,4}))?(?<rest>(?:[/?].*)?)");
    private static final Set<String> LOOPBACK_HOSTS = Set.of("127.0.0.1", "[::1]", "localhost");
    private static final Set<String> OUR_NAMES =
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

    /** What keeps a text from being registered; empty if nothing does. */
    public static Optional<Flaw> flawOf(String text) {
        if (text.length() > MAX_CHARS) {
            return Optional.of(Flaw.TOO_LONG);
        }
        Matcher shape = SHAPE.matcher(text);
        if (!shape.matches()
                || BROKEN_PERCENT.matcher(text).find()
                || !isPort(shape.group("port"))) {
            return Optional.of(Flaw.SHAPE);
        }
        if (shape.group("scheme").equals("http") && !LOOPBACK_HOSTS.contains(shape.group("host"))) {
            return Optional.of(Flaw.INSECURE);
        }
        String path = Optional.ofNullable(shape.group("path")).orElse("");
        if (text.contains("..") || HIDDEN_SIGN.matcher(path).find()) {
            return Optional.of(Flaw.DOTS);
        }
        return namesOf(shape.group("query")).stream().anyMatch(OUR_NAMES::contains)
                ? Optional.of(Flaw.RESERVED_QUERY_NAME)
                : Optional.empty();
    }

    /** Byte for byte; only the literal loopback addresses may differ in port (RFC 8252 7.3). */
    public boolean admits(String sent) {
        if (text.equals(sent)) {
            return true;
        }
        Matcher ours = LOOPBACK_LITERAL.matcher(text);
        Matcher theirs = LOOPBACK_LITERAL.matcher(sent);
        return ours.matches()
                && theirs.matches()
                && isPort(theirs.group("port"))
                && ours.group("base").equals(theirs.group("base"))
                && ours.group("rest").equals(theirs.group("rest"));
    }

    /** Some clients rebuild the address for the token request without its query (decision 1.2). */
    public static String withoutQuery(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? uri : uri.substring(0, query);
    }

    /**
     * What a content security policy calls this address: its grammar knows no IPv6, so there the
     * scheme must do.
     */
    public static String policySource(String uri) {
        return uri.startsWith("http://[") ? "http:" : origin(uri);
    }

    /** Scheme, host and port. */
    public static String origin(String uri) {
        Matcher shape = SHAPE.matcher(uri);
        if (!shape.matches()) {
            throw new IllegalArgumentException("not a registered address");
        }
        String port = shape.group("port");
        return shape.group("scheme")
                + "://"
                + shape.group("host")
                + (port == null ? "" : ":" + port);
    }

    /** The address with the answer merged into its query. */
    public static String answer(String uri, Map<String, String> parameters) {
        String query =
                parameters.entrySet().stream()
                        .map(parameter ->
                                parameter.getKey() + "=" + percentEncoded(parameter.getValue()))
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
            boolean unreserved =
                    c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0);
            text.append(unreserved ? String.valueOf(c) : "%%%02X".formatted((int) c));
        }
        return text.toString();
    }

    private static boolean isPort(@Nullable String digits) {
        return digits == null
                || (Integer.parseInt(digits) >= 1 && Integer.parseInt(digits) <= 65_535);
    }

    private static Set<String> namesOf(@Nullable String query) {
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
                        Matcher.quoteReplacement(
                                String.valueOf((char) Integer.parseInt(hex.group(1), 16))));
    }
}
