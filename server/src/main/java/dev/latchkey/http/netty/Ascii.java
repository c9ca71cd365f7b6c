package dev.latchkey.http.netty;

import java.nio.charset.StandardCharsets;

/** Which bytes may stand where in a head (RFC 9110 5.5 and 5.6.2, RFC 9112 3). */
final class Ascii {
    private static final byte TOKEN = 1;
    private static final byte METHOD = 2;
    private static final byte TARGET = 4;
    private static final byte TEXT = 8;
    private static final byte[] KINDS = kinds();

    private Ascii() {}

    private static byte[] kinds() {
        var kinds = new byte[256];
        for (int sign = 0; sign < kinds.length; sign++) {
            boolean isUpper = sign >= 'A' && sign <= 'Z';
            boolean isDigit = sign >= '0' && sign <= '9';
            boolean isLower = sign >= 'a' && sign <= 'z';
            if (isUpper || isDigit || isLower || "!#$%&'*+-.^_`|~".indexOf(sign) >= 0) {
                kinds[sign] |= TOKEN;
            }
            // Methods in small letters are other methods, and never meant.
            if (isUpper || isDigit || sign == '-' || sign == '_') {
                kinds[sign] |= METHOD;
            }
            if (sign > ' ' && sign < 0x7f) {
                kinds[sign] |= TARGET;
            }
            if (sign == '\t' || (sign >= ' ' && sign != 0x7f)) {
                kinds[sign] |= TEXT;
            }
        }
        return kinds;
    }

    static boolean isToken(byte sign) {
        return (KINDS[sign & 0xff] & TOKEN) != 0;
    }

    static boolean isMethod(byte sign) {
        return (KINDS[sign & 0xff] & METHOD) != 0;
    }

    static boolean isTarget(byte sign) {
        return (KINDS[sign & 0xff] & TARGET) != 0;
    }

    /** What a value may hold; ISO 8859-1 beyond ASCII among it. */
    static boolean isText(byte sign) {
        return (KINDS[sign & 0xff] & TEXT) != 0;
    }

    static boolean isText(String text) {
        for (int i = 0; i < text.length(); i++) {
            char sign = text.charAt(i);
            if (sign > 0xff || !isText((byte) sign)) {
                return false;
            }
        }
        return true;
    }

    static int lower(byte sign) {
        return sign >= 'A' && sign <= 'Z' ? sign + ('a' - 'A') : sign;
    }

    /** Almost all requests have one of two methods: those share a constant. */
    static String method(byte[] bytes, int length) {
        if (length == 3 && bytes[0] == 'G' && bytes[1] == 'E' && bytes[2] == 'T') {
            return "GET";
        }
        if (length == 4
                && bytes[0] == 'P'
                && bytes[1] == 'O'
                && bytes[2] == 'S'
                && bytes[3] == 'T') {
            return "POST";
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}
