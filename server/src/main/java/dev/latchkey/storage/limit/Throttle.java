package dev.latchkey.storage.limit;

import dev.latchkey.model.Id;
import dev.latchkey.model.Network;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Limits the failures for one name from one network within a period. They are counted in the store,
 * so every node sees them (rule 2.9). A bucket is one number: each failure moves {@code full_until}
 * forward by its share of the period. For example, at 10 failures a minute each one adds 6 seconds.
 * The bucket empties as time passes.
 *
 * <p>This needs no clean-up, and there is no edge of a time window at which twice as many attempts
 * pass. An attempt with a password is counted before the comparison, and the count is undone if the
 * password is right; so a hundred parallel attempts count like a hundred attempts one after the
 * other. A wrong client secret is counted afterwards, because 256 random bits cannot be guessed.
 */
public record Throttle(SecretHash bucket, int max, Duration period) {
  /** Reads many buckets in one query. */
  public static final String FULL =
      "SELECT bucket AS hash, full_until FROM throttles WHERE bucket {keys}";

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final int REFUSALS = 20;

  /**
   * Audit entries within an hour about acts of callers who have not proven who they are: from one
   * network, about one person or app, and in all. So many callers together add fewer entries in a
   * year than the audit log keeps by default.
   */
  private static final int UNPROVEN_OF_NETWORK = 240;

  private static final int UNPROVEN_ABOUT_ONE = 60;
  private static final int UNPROVEN = 3_600;
  private static final int UNKNOWN_PASSKEYS = 600;

  /** How many accounts people of one network may fail to sign in to at the same time. */
  private static final int ACCOUNTS_OF_NETWORK = 20;

  /**
   * Wrong codes of an authenticator app for one user within a day, from all networks. Three codes
   * are valid at any time, so a thief of the password finds a valid one on one day in three
   * thousand.
   */
  private static final int CODES_OF_APP = 100;

  /**
   * Reset messages within the lifetime of a link. More than one is allowed, because messages get
   * lost. One network cannot use up the number that is allowed for all networks.
   */
  private static final int MAILS_PER_NETWORK = 3;

  private static final int MAILS = 10;

  /** Links by which one person chooses a password, that administrators create within an hour. */
  private static final int LINKS_TO_ONE = 10;

  /** Such links of one organization. They are mailed to any address. */
  private static final int LINKS_OF_ORGANIZATION = 100;

  /** Alerts of an organization that are opened within a day. */
  private static final int ALERTS = 200;

  /** Of these, those about the credentials of one owner, who could open and close many. */
  private static final int ALERTS_OF_OWNER = 40;

  /** Mails about alerts to one person within a day. */
  private static final int ALERT_MAILS = 10;

  /** Of these, those about the credentials of one other person. */
  private static final int ALERT_MAILS_OF_OWNER = 5;

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  public static Throttle secrets(Id.Client client, Network from, int perMinute) {
    return new Throttle(name("secret", client.value(), from.text()), perMinute, MINUTE);
  }

  public static Throttle passwords(String email, Network from, int perMinute) {
    return new Throttle(name("password", email, from.text()), perMinute, MINUTE);
  }

  /** Limits the wrong passwords that are sent from one network for any accounts. */
  public static Throttle passwords(Network from, int perMinute) {
    return new Throttle(name("password", "", from.text()), perMinute * ACCOUNTS_OF_NETWORK, MINUTE);
  }

  public static Throttle codes(Id.User user, Network from, int perMinute) {
    return new Throttle(name("code", user.value(), from.text()), perMinute, MINUTE);
  }

  /**
   * Limits codes of an app. Only a caller that knows the password can fill this bucket. Recovery
   * codes are not limited by it.
   */
  public static Throttle codesOfApp(Id.User user) {
    return new Throttle(name("codes", user.value(), ""), CODES_OF_APP, DAY);
  }

  /** Limits requests for reset links by the network of the caller. */
  public static Throttle forgotten(Network from, int perMinute) {
    return new Throttle(name("forgotten", "", from.text()), perMinute, MINUTE);
  }

  /**
   * Limits reset messages to one account that are requested from one network. {@code life} is the
   * lifetime of a link.
   */
  public static Throttle resetMails(EmailAddress email, Network from, Duration life) {
    return new Throttle(name("letter", email.text(), from.text()), MAILS_PER_NETWORK, life);
  }

  /** Limits reset messages to one account from all networks. */
  public static Throttle resetMails(EmailAddress email, Duration life) {
    return new Throttle(name("letter", email.text(), ""), MAILS, life);
  }

  public static Throttle links(Id.User whom) {
    return new Throttle(name("link", whom.value(), ""), LINKS_TO_ONE, HOUR);
  }

  public static Throttle links(Id.Organization of) {
    return new Throttle(name("link", of.value(), ""), LINKS_OF_ORGANIZATION, TEN_MINUTES);
  }

  /** Limits the requests that devices of one network begin. */
  public static Throttle devices(Network from, int perMinute) {
    return new Throttle(name("device", "", from.text()), perMinute, MINUTE);
  }

  /** Limits the wrong codes of devices that one user enters, from all networks. */
  public static Throttle userCodes(Id.User user, int perMinute) {
    return new Throttle(name("user-code", user.value(), ""), perMinute, MINUTE);
  }

  /** Limits the wrong codes of devices that are entered from one network, by all users. */
  public static Throttle userCodes(Network from, int perMinute) {
    return new Throttle(name("user-code", "", from.text()), perMinute, MINUTE);
  }

  /** Limits the audit entries about refused acts of one person or app. */
  static Throttle refusals(Id by) {
    return new Throttle(name("refusal", by.value(), ""), REFUSALS, HOUR);
  }

  /** Limits the challenges that are marked as answered with a passkey that does not exist. */
  public static Throttle unknownPasskeys() {
    return new Throttle(name("unknown passkey", "", ""), UNKNOWN_PASSKEYS, MINUTE);
  }

  /** Limits the audit entries about acts of unproven callers of one network. */
  static Throttle unprovenFrom(Network from) {
    return new Throttle(name("unproven from", "", from.text()), UNPROVEN_OF_NETWORK, HOUR);
  }

  /** Limits the alerts of an organization, or of the platform. */
  public static Throttle alerts(Optional<Id.Organization> of) {
    return new Throttle(name("alerts", of.map(Id::value).orElse(""), ""), ALERTS, DAY);
  }

  public static Throttle alertsOfOwner(Id.User owner) {
    return new Throttle(name("alerts of owner", owner.value(), ""), ALERTS_OF_OWNER, DAY);
  }

  public static Throttle alertMails(Id.User to) {
    return new Throttle(name("alert mail", to.value(), ""), ALERT_MAILS, DAY);
  }

  public static Throttle alertMails(Id.User to, Id.User owner) {
    return new Throttle(name("alert mail", to.value(), owner.value()), ALERT_MAILS_OF_OWNER, DAY);
  }

  /** Limits the audit entries about acts of unproven callers that concern one person or app. */
  static Throttle unprovenAbout(Id about) {
    return new Throttle(name("unproven about", about.value(), ""), UNPROVEN_ABOUT_ONE, HOUR);
  }

  /** Limits the audit entries about acts of all unproven callers. */
  static Throttle unproven() {
    return new Throttle(name("unproven", "", ""), UNPROVEN, HOUR);
  }

  /**
   * Takes from all of these buckets, or from none if one of them is full. Therefore a full bucket
   * does not let a caller empty the others, or add a row for each network.
   */
  public static boolean takeAll(Sql sql, Instant now, List<Throttle> throttles)
      throws SQLException {
    for (Throttle throttle : throttles) {
      if (throttle.wait(sql, now).isPresent()) {
        return false;
      }
    }
    boolean taken = true;
    for (Throttle throttle : throttles) {
      taken = throttle.take(sql, now) && taken;
    }
    return taken;
  }

  /** How long the caller must wait until the bucket has room; empty if it has room now. */
  public Optional<Duration> wait(Sql sql, Instant now) throws SQLException {
    return sql.one(
            "SELECT full_until FROM throttles WHERE bucket = ?",
            row -> row.instant("full_until"),
            bucket)
        .flatMap(full -> wait(full, now));
  }

  /** The same for a value that was read with {@link #FULL}. */
  public Optional<Duration> wait(Instant full, Instant now) {
    return Optional.of(Duration.between(now, full).minus(period).plusMillis(share()))
        .filter(Duration::isPositive)
        .filter(_ -> !isFromTheFuture(full, now));
  }

  /**
   * No bucket is fuller than full. Such a value is from a clock that was ahead, and the bucket
   * counts as empty; otherwise it would be full for as long as the clock was ahead.
   */
  private boolean isFromTheFuture(Instant full, Instant now) {
    return full.isAfter(now.plus(period));
  }

  /**
   * Counts an attempt before it is made, so that parallel attempts cannot exceed the limit. False
   * if the bucket is full.
   */
  public boolean take(Sql sql, Instant now) throws SQLException {
    return sql.updateOne(
        """
        INSERT INTO throttles (bucket, full_until)
        VALUES (:bucket, :full_until)
        ON CONFLICT (bucket) DO UPDATE SET full_until = CASE WHEN throttles.full_until > :now AND throttles.full_until <= :full THEN throttles.full_until ELSE :now END + :share
        WHERE throttles.full_until <= :limit
           OR throttles.full_until > :full
        """,
        Values.of("bucket", bucket)
            .and("full_until", now.plusMillis(share()))
            .and("now", now)
            .and("share", share())
            .and("limit", now.plus(period).minusMillis(share()))
            .and("full", now.plus(period)));
  }

  public void giveBack(Sql sql) throws SQLException {
    sql.update(
        "UPDATE throttles SET full_until = full_until - ? WHERE bucket = ?", share(), bucket);
  }

  /**
   * The key of a bucket. It is a hash, because callers choose the names in it, and a name can have
   * any length.
   */
  private static SecretHash name(String kind, String who, String from) {
    return SecretHash.of(kind + " " + who + " " + from);
  }

  private long share() {
    return period.toMillis() / max;
  }
}
