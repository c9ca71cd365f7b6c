package dev.latchkey.model;

import java.util.random.RandomGenerator;

/**
 * The alphabet of everything Latchkey mints: some clients decode a value twice or split it at a
 * sign.
 */
final class Base62 {
    private static final String DIGITS =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private Base62() {}

    static String draw(int chars, RandomGenerator dice) {
        var text = new char[chars];
        for (int i = 0; i < chars; i++) {
            text[i] = DIGITS.charAt(dice.nextInt(DIGITS.length()));
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
            char c = text.charAt(i);
            if (DIGITS.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }
}
