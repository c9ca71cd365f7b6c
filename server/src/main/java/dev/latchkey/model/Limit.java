package dev.latchkey.model;

import java.util.Locale;

/**
 * A number that an operator may set, with its unit in its name (contract 8; decisions 1.8, 2.3,
 * 2.6, 2.9, 6.5): what it is unless set, and its range.
 */
public enum Limit {

    /** The contract lets a code live ten minutes at most. */
    CODE_SECONDS(300, 10, 600),
    ACCESS_TOKEN_SECONDS(86_400, 60, 30 * 86_400),
    REFRESH_TOKEN_DAYS(30, 1, 3_650),
    GRANT_DAYS(365, 1, 3_650),
    REPLAY_GRACE_SECONDS(60, 1, 600),
    REQUEST_MINUTES(30, 1, 120),
    SESSION_IDLE_MINUTES(120, 1, 10_080),
    SESSION_HOURS(24, 1, 720),
    REAUTHENTICATION_MINUTES(10, 1, 1_440),
    WRONG_SECRETS_PER_MINUTE(20, 1, 10_000),
    WRONG_PASSWORDS_PER_MINUTE(10, 1, 10_000),
    INVITATION_HOURS(72, 1, 720),
    RESET_MINUTES(60, 5, 1_440),

    /** Nothing is added beyond it; 0: no bound. */
    STORAGE_MEGABYTES(0, 0, 1_000_000),

    /** For answers kept in memory; 0: none are kept. */
    MEMORY_MEGABYTES(256, 0, 100_000),
    USAGE_DAYS(90, CallsPerDay.DAYS, 3_650),
    SIGNING_KEY_DAYS(30, 1, 365),

    /** How long a key is published before it signs, and after its successor does. */
    SIGNING_KEY_OVERLAP_MINUTES(60, 10, 720),

    /** Sign-ins at other services that were begun from one network and not completed. */
    UNFINISHED_EXTERNAL_PER_MINUTE(120, 1, 10_000);

    private final int usual;
    private final int least;
    private final int most;

    Limit(int usual, int least, int most) {
        this.usual = usual;
        this.least = least;
        this.most = most;
    }

    /** As the configuration file spells it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    int usual() {
        return usual;
    }

    int checked(int value) {
        return within(key(), value, least, most);
    }

    static int within(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s must be from %d to %d, not %d".formatted(name, least, most, value));
        }
        return value;
    }
}
