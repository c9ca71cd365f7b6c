package dev.latchkey.model;

import java.util.random.RandomGenerator;

/**
 * The alphabet of everything Latchkey mints: some clients decode a value twice or split it at a
 * sign.
 */
final class Base62 {
    private static final String DIGITS =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private static final int FAIR_BYTES = 256 / DIGITS.length() * DIGITS.length();
    private static final int SPARE_BYTES = 8;

    private Base62() {}

    /**
     * Many bytes at a time: the real dice cost the same for one draw of 64 bytes as for one of 4. A
     * byte above the last whole multiple of 62 is drawn again, or some digits would come more
     * often.
     */
    static String draw(int chars, RandomGenerator dice) {
        var text = new char[chars];
        var drawn = new byte[chars + SPARE_BYTES];
        int done = 0;
        while (done < chars) {
            dice.nextBytes(drawn);
            for (int i = 0; i < drawn.length && done < chars; i++) {
                int number = drawn[i] & 0xff;
                if (number < FAIR_BYTES) {
                    text[done++] = DIGITS.charAt(number % DIGITS.length());
                }
            }
        }
        return new String(text);
    }

    static String padded(long number, int chars) {
        var text = new char[chars];
        long rest = number;
        for (int i = chars - 1; i >= 0; i--) {
            text[i] = DIGITS.charAt((int) (rest % DIGITS.length()));
            rest /= DIGITS.length();
        }
        return new String(text);
    }

    static boolean spells(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (!isDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static boolean spells(byte[] ascii, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isDigit((char) (ascii[i] & 0xff))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the bytes are what {@link #padded} makes of the number. */
    static boolean isPadded(long number, byte[] ascii, int from, int to) {
        long rest = number;
        for (int i = to - 1; i >= from; i--) {
            if (ascii[i] != DIGITS.charAt((int) (rest % DIGITS.length()))) {
                return false;
            }
            rest /= DIGITS.length();
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }
}
