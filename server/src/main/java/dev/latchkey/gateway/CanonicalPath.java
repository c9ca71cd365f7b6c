package dev.latchkey.gateway;

import dev.latchkey.http.Form;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A path that means the same to everybody who reads it, so that what decides about a call and what
 * answers it cannot differ (decision 4.2). There is one spelling and the rest is refused, never put
 * right: a proxy that only asks us sends on what it was sent. {@code segments} are decoded; a slash
 * at the end is not among them, since many an upstream does not tell the two apart.
 */
public record CanonicalPath(String text, List<String> segments) {
    private static final String UNRESERVED_SIGNS = "-._~";

    /** What RFC 3986 3.3 lets stand in a segment as it is, but for the semicolon. */
    private static final String PLAIN_SIGNS = UNRESERVED_SIGNS + "!$&'()*+,=:@";

    /** What some reader takes for the end of a segment, or decodes once more. */
    private static final String NEVER_ENCODED = "/\\;%";

    public CanonicalPath {
        segments = List.copyOf(segments);
    }

    public static Optional<CanonicalPath> parse(String sent) {
        if (!sent.startsWith("/") || sent.contains("..")) {
            return Optional.empty();
        }
        var segments = new ArrayList<String>();
        int start = 1;
        while (start < sent.length()) {
            int slash = sent.indexOf('/', start);
            int end = slash < 0 ? sent.length() : slash;
            Optional<String> segment = segment(sent.substring(start, end));
            if (segment.isEmpty()) {
                return Optional.empty();
            }
            segments.add(segment.get());
            start = end + 1;
        }
        return Optional.of(new CanonicalPath(sent, segments));
    }

    private static Optional<String> segment(String sent) {
        if (sent.isEmpty() || sent.equals(".")) {
            return Optional.empty();
        }
        boolean plain = true;
        for (int i = 0; i < sent.length(); i++) {
            char sign = sent.charAt(i);
            plain &= sign != '%';
            if (sign != '%' && !isLetterOrDigit(sign) && PLAIN_SIGNS.indexOf(sign) < 0) {
                return Optional.empty();
            }
        }
        return plain ? Optional.of(sent) : decoded(sent);
    }

    private static Optional<String> decoded(String sent) {
        var bytes = new ByteArrayOutputStream(sent.length());
        for (int i = 0; i < sent.length(); i++) {
            char sign = sent.charAt(i);
            if (sign != '%') {
                bytes.write(sign);
                continue;
            }
            int octet = octet(sent, i + 1);
            if (octet < 0 || isUnreserved(octet) || NEVER_ENCODED.indexOf(octet) >= 0) {
                return Optional.empty();
            }
            bytes.write(octet);
            i += 2;
        }
        return Form.strict(bytes.toByteArray())
                .filter(text -> text.chars().noneMatch(Character::isISOControl));
    }

    /** The octet whose two hexadecimal digits stand here; negative if they are none. */
    private static int octet(String sent, int at) {
        return at + 2 <= sent.length()
                        && HexFormat.isHexDigit(sent.charAt(at))
                        && HexFormat.isHexDigit(sent.charAt(at + 1))
                ? HexFormat.fromHexDigits(sent, at, at + 2)
                : -1;
    }

    private static boolean isUnreserved(int octet) {
        return isLetterOrDigit(octet) || UNRESERVED_SIGNS.indexOf(octet) >= 0;
    }

    private static boolean isLetterOrDigit(int sign) {
        return (sign >= 'a' && sign <= 'z')
                || (sign >= 'A' && sign <= 'Z')
                || (sign >= '0' && sign <= '9');
    }
}
