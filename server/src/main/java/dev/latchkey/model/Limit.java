package dev.latchkey.model;

import java.util.Locale;

/**
 * A number that an operator can set in the configuration file, with its default value and its range
 * (contract 8; rules 1.8, 2.3, 2.6, 2.9, 6.5). Its name contains its unit.
 */
public enum Limit {

  /** The upper bound is ten minutes: RFC 6749 recommends that a code lives no longer. */
  CODE_SECONDS(300, 10, 600),
  ACCESS_TOKEN_SECONDS(86_400, 60, 30 * 86_400),
  REFRESH_TOKEN_DAYS(30, 1, 3_650),
  GRANT_DAYS(365, 1, 3_650),

  /** How many active child tokens one token may have in total. 0 means no child tokens. */
  CHILD_TOKENS(0, 0, 1_000),
  CHILD_TOKEN_SECONDS(3_600, 60, 86_400),

  /** How many child tokens a chain may have, each obtained from the one before it. */
  CHILD_TOKEN_DEPTH(2, 1, 8),
  REPLAY_GRACE_SECONDS(60, 1, 600),
  REQUEST_MINUTES(30, 1, 120),
  SESSION_IDLE_MINUTES(120, 1, 10_080),
  SESSION_HOURS(24, 1, 720),
  REAUTHENTICATION_MINUTES(10, 1, 1_440),
  WRONG_SECRETS_PER_MINUTE(20, 1, 10_000),
  WRONG_PASSWORDS_PER_MINUTE(10, 1, 10_000),
  INVITATION_HOURS(72, 1, 720),
  RESET_MINUTES(60, 5, 1_440),

  /** When the database has this size, nothing more is added to it. 0 means no limit. */
  STORAGE_MEGABYTES(0, 0, 1_000_000),

  /** The size of the cache. 0 means no cache. */
  MEMORY_MEGABYTES(256, 0, 100_000),
  USAGE_DAYS(90, CallsPerDay.DAYS, 3_650),
  SIGNING_KEY_DAYS(30, 1, 365),

  /**
   * How long a key is published before it signs, and how long it stays published after its
   * successor has begun to sign.
   */
  SIGNING_KEY_OVERLAP_MINUTES(60, 10, 720),

  /**
   * How many external sign-ins may be started from one network each minute without being completed.
   */
  UNFINISHED_EXTERNAL_PER_MINUTE(120, 1, 10_000),

  /** How long a device waits for the decision of a user. */
  DEVICE_CODE_MINUTES(10, 1, 30),

  /** How many requests devices of one network may begin each minute. */
  DEVICE_REQUESTS_PER_MINUTE(30, 1, 10_000),

  /** The maximum life of an organization token. 0 means no end (contract 3). */
  ORGANIZATION_TOKEN_DAYS(0, 0, 3_650),

  /** How long before its end an organization token is announced to expire. 0 means never. */
  EXPIRY_NOTICE_DAYS(0, 0, 365),

  /** After how long without use an organization token is revoked. 0 means never. */
  UNUSED_TOKEN_DAYS(0, 0, 3_650);

  private final int defaultValue;
  private final int min;
  private final int max;

  Limit(int defaultValue, int min, int max) {
    this.defaultValue = defaultValue;
    this.min = min;
    this.max = max;
  }

  /** The key in the configuration file. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the value can change while a server runs. The size of the cache cannot. */
  boolean isLive() {
    return this != MEMORY_MEGABYTES;
  }

  public int defaultValue() {
    return defaultValue;
  }

  public int min() {
    return min;
  }

  public int max() {
    return max;
  }

  int checked(int value) {
    return within(key(), value, min, max);
  }

  public static int within(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new OutOfRange(name, value, min, max);
    }
    return value;
  }
}
