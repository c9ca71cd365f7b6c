package dev.latchkey.model;

import dev.latchkey.model.NumberSetting.Means;
import java.util.Locale;

/**
 * A number that an operator can set in the configuration file, with its default value and its range
 * (contract 8; rules 1.8, 2.3, 2.6, 2.9, 6.5). Its name contains its unit.
 */
public enum Limit {
  /** The upper bound is ten minutes: RFC 6749 recommends that a code lives no longer. */
  @Means("lifetime of an authorization code")
  CODE_SECONDS(300, 10, 600),

  @Means("lifetime of an access token")
  ACCESS_TOKEN_SECONDS(86_400, 60, 30 * 86_400),

  @Means("lifetime of each refresh token")
  REFRESH_TOKEN_DAYS(30, 1, 3_650),

  @Means("from the consent to the end of all refreshing")
  GRANT_DAYS(365, 1, 3_650),

  @Means(
      "how many active [child tokens](../develop/agents-and-devices.md#child-tokens) an access token or organization token may have, including those of its child tokens. 0: there are none, and existing ones are inactive")
  CHILD_TOKENS(0, 0, 1_000),

  @Means("the maximum lifetime of a child token")
  CHILD_TOKEN_SECONDS(3_600, 60, 86_400),

  @Means(
      "how many child tokens may be obtained one from the other. 1: no child token from a child token")
  CHILD_TOKEN_DEPTH(2, 1, 8),

  @Means("how long a rotated refresh token counts as a retry; how long an `Idempotency-Key` works")
  REPLAY_GRACE_SECONDS(60, 1, 600),

  @Means("how long a request waits for sign-in and consent")
  REQUEST_MINUTES(30, 1, 120),

  @Means("how long a session lasts without use")
  SESSION_IDLE_MINUTES(120, 1, 10_080),

  @Means("how long a session lasts at most")
  SESSION_HOURS(24, 1, 720),

  @Means(
      "age of a sign-in after which [sensitive acts](../operate/people.md#sensitive-acts) ask for the password, or for a passkey, again")
  REAUTHENTICATION_MINUTES(10, 1, 1_440),

  @Means("for each credential and network; then 429. A network is an IPv4 address or an IPv6 /64")
  WRONG_SECRETS_PER_MINUTE(20, 1, 10_000),

  @Means(
      "for each account and network, and 20 times as many for all accounts of a network; then 429. Also codes of a second factor, and requests for a reset link for each network")
  WRONG_PASSWORDS_PER_MINUTE(10, 1, 10_000),

  @Means("lifetime of an invitation")
  INVITATION_HOURS(72, 1, 720),

  @Means("lifetime of a reset link")
  RESET_MINUTES(60, 5, 1_440),

  @Means(
      "maximum size of `latchkey.db`; 0 is no maximum. See [when the store is full](#when-the-store-is-full). PostgreSQL ignores it")
  STORAGE_MEGABYTES(0, 0, 1_000_000),

  @Means(
      "size of the token cache, about 5,700 to 8,000 tokens in a MiB, and never more than half of the heap. 0 turns the cache off: every check reads the rows of its token, and every client's secret is looked up")
  MEMORY_MEGABYTES(256, 0, 100_000),

  @Means("how long the call counts of a day are kept")
  USAGE_DAYS(90, CallsPerDay.DAYS, 3_650),

  @Means("how long one key signs assertions")
  SIGNING_KEY_DAYS(30, 1, 365),

  @Means(
      "how long a new key is in the key set before it signs, and how long the old key stays after its successor has begun to sign")
  SIGNING_KEY_OVERLAP_MINUTES(60, 10, 720),

  @Means(
      "sign-ins with [other providers](../operate/people.md#sign-in-with-openid-connect) that one network began and did not complete; then 429")
  UNFINISHED_EXTERNAL_PER_MINUTE(120, 1, 10_000),

  @Means(
      "how long a [device](../develop/agents-and-devices.md#devices-without-a-browser) waits for its user")
  DEVICE_CODE_MINUTES(10, 1, 30),

  @Means("requests that devices of one network begin; then 429")
  DEVICE_REQUESTS_PER_MINUTE(30, 1, 10_000),

  @Means(
      "lifetime of an organization token; 0 is no end, as in the contract. Tokens that exist keep theirs")
  ORGANIZATION_TOKEN_DAYS(0, 0, 3_650),

  @Means(
      "how long before its end the owner and the administrators get a [mail](../operate/mail-and-brand.md#mail) about an organization token; 0 is no mail")
  EXPIRY_NOTICE_DAYS(0, 0, 365),

  @Means("after how long without use an organization token is revoked; 0 is never")
  UNUSED_TOKEN_DAYS(0, 0, 3_650);

  private final int usual;
  private final int min;
  private final int max;

  Limit(int usual, int min, int max) {
    this.usual = usual;
    this.min = min;
    this.max = max;
  }

  public NumberSetting setting() {
    return new NumberSetting(key(), usual, min, max);
  }

  /** The key in the configuration file. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the value can change while a server runs. The size of the cache cannot. */
  public boolean isLive() {
    return this != MEMORY_MEGABYTES;
  }
}
