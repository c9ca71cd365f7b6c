package dev.latchkey.model;

import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Stands in once for the authenticator app that a person has lost. People write it down and type
 * it, so it has no prefix; its 120 random bits are enough for the plain hash under which it is
 * stored (ASVS 6.5.2).
 */
public final class RecoveryCode {
    private static final String SIGNS = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int CHARS = 24;
    private static final String GROUPS_OF_SIX = "(.{6})(?!$)";

    private final String text;

    private RecoveryCode(String text) {
        this.text = text;
    }

    public static RecoveryCode draw(RandomGenerator random) {
        return new RecoveryCode(
                random.ints(CHARS, 0, SIGNS.length())
                        .mapToObj(sign -> String.valueOf(SIGNS.charAt(sign)))
                        .collect(Collectors.joining()));
    }

    /** Capitals, spaces and hyphens are as good as none. */
    public static Optional<RecoveryCode> parse(String text) {
        String bare = text.replaceAll("[\\s-]", "").toLowerCase(Locale.ROOT);
        boolean sound =
                bare.length() == CHARS && bare.chars().allMatch(sign -> SIGNS.indexOf(sign) >= 0);
        return sound ? Optional.of(new RecoveryCode(bare)) : Optional.empty();
    }

    public String reveal() {
        return text.replaceAll(GROUPS_OF_SIX, "$1-");
    }

    public SecretHash hash() {
        return SecretHash.of(text);
    }

    @Override
    public String toString() {
        return "RecoveryCode[redacted]";
    }
}
