package dev.latchkey.storage;

import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Id;
import dev.latchkey.model.Network;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Failures in a time for one name from one network, counted in the store so that every node sees
 * them (decision 2.9). One number a bucket: each failure moves {@code full_until} on by its share
 * of the time, and time drains it.
 */
public record Throttle(SecretHash bucket, int most, Duration within) {
    /** Of many at once, each by its bucket. */
    public static final String FULL =
            "SELECT bucket AS hash, full_until FROM throttles WHERE bucket {among}";

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int REFUSALS = 20;

    /**
     * Wrong codes of an app a day, from everywhere: with three codes right at any time, a thief of
     * the password is let in on one day of three thousand.
     */
    private static final int CODES_OF_APP = 100;

    /**
     * In the life of a link. More than one, because letters get lost; and no network can use up
     * what there is for the others.
     */
    private static final int LETTERS_OF_NETWORK = 3;

    private static final int LETTERS = 10;

    static Throttle secrets(Id.Client client, Network from, int perMinute) {
        return new Throttle(name("secret", client.value(), from.text()), perMinute, MINUTE);
    }

    static Throttle passwords(String email, Network from, int perMinute) {
        return new Throttle(name("password", email, from.text()), perMinute, MINUTE);
    }

    static Throttle codes(Id.User user, Network from, int perMinute) {
        return new Throttle(name("code", user.value(), from.text()), perMinute, MINUTE);
    }

    /** Only whoever knows the password fills it, and recovery codes are not held up by it. */
    static Throttle codesOfApp(Id.User user) {
        return new Throttle(name("codes", user.value(), ""), CODES_OF_APP, DAY);
    }

    /** Requests for a reset link, by whom they come from. */
    static Throttle forgotten(Network from, int perMinute) {
        return new Throttle(name("forgotten", "", from.text()), perMinute, MINUTE);
    }

    /** Reset links that live so long, mailed to one account for one network that asks. */
    static Throttle letters(EmailAddress email, Network from, Duration life) {
        return new Throttle(name("letter", email.text(), from.text()), LETTERS_OF_NETWORK, life);
    }

    /** The same for all networks. */
    static Throttle letters(EmailAddress email, Duration life) {
        return new Throttle(name("letter", email.text(), ""), LETTERS, life);
    }

    /** Lines that the refused acts of one person or app add to the trail. */
    static Throttle refusals(Id by) {
        return new Throttle(name("refusal", by.value(), ""), REFUSALS, HOUR);
    }

    /** How long until the bucket has room again; empty if it has room now. */
    Optional<Duration> wait(Sql sql, Instant now) throws SQLException {
        return sql.one(
                        "SELECT full_until FROM throttles WHERE bucket = ?",
                        row -> row.instant("full_until"),
                        bucket)
                .flatMap(full -> wait(full, now));
    }

    /** The same of what {@link #FULL} told. */
    Optional<Duration> wait(Instant full, Instant now) {
        return Optional.of(Duration.between(now, full).minus(within).plusMillis(share()))
                .filter(Duration::isPositive);
    }

    /**
     * Takes a place before the attempt, so that parallel attempts cannot outrun the count; false if
     * there is none.
     */
    boolean take(Sql sql, Instant now) throws SQLException {
        return sql.update(
                        """
                        INSERT INTO throttles (bucket, full_until)
                        VALUES (?, ?)
                        ON CONFLICT (bucket) DO UPDATE SET full_until = CASE WHEN throttles.full_until > ? THEN throttles.full_until ELSE ? END + ?
                        WHERE throttles.full_until <= ?
                        """,
                        bucket,
                        now.plusMillis(share()),
                        now,
                        now,
                        share(),
                        now.plus(within).minusMillis(share()))
                == 1;
    }

    void giveBack(Sql sql) throws SQLException {
        sql.update(
                "UPDATE throttles SET full_until = full_until - ? WHERE bucket = ?",
                share(),
                bucket);
    }

    /** Hashed, because a caller chooses whom it names, and at any length. */
    private static SecretHash name(String kind, String who, String from) {
        return SecretHash.of(kind + " " + who + " " + from);
    }

    private long share() {
        return within.toMillis() / most;
    }
}
