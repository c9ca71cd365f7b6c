package dev.latchkey.model;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The value of every {@link Limit}. The values are checked when this object is made, so a server
 * never starts with a value out of range.
 */
public final class Limits {
  public static final Limits DEFAULT = new Limits(Map.of());

  private final ToIntFunction<Limit> values;

  /** A limit that is not in {@code set} has its default value. */
  public Limits(Map<Limit, Integer> set) {
    var checked = new EnumMap<Limit, Integer>(Limit.class);
    for (Limit limit : Limit.values()) {
      checked.put(limit, limit.setting().checked(set.getOrDefault(limit, limit.setting().usual())));
    }
    this.values = limit -> checked.getOrDefault(limit, limit.setting().usual());
  }

  private Limits(ToIntFunction<Limit> values) {
    this.values = values;
  }

  /** Limits whose values are always those of the current ones. */
  public static Limits following(Supplier<Limits> current) {
    return new Limits(limit -> current.get().get(limit));
  }

  /** These limits with the values of others where they can change while a server runs. */
  public Limits withLiveOf(Limits others) {
    var set = new EnumMap<Limit, Integer>(Limit.class);
    for (Limit limit : Limit.values()) {
      set.put(limit, limit.isLive() ? others.get(limit) : get(limit));
    }
    return new Limits(set);
  }

  /** These limits, of which one has another value. */
  public Limits with(Limit limit, int value) {
    return new Limits(each -> each == limit ? value : get(each));
  }

  private int get(Limit limit) {
    return values.applyAsInt(limit);
  }

  public Duration code() {
    return Duration.ofSeconds(get(Limit.CODE_SECONDS));
  }

  public Duration accessToken() {
    return Duration.ofSeconds(get(Limit.ACCESS_TOKEN_SECONDS));
  }

  public Duration refreshToken() {
    return Duration.ofDays(get(Limit.REFRESH_TOKEN_DAYS));
  }

  public Duration grant() {
    return Duration.ofDays(get(Limit.GRANT_DAYS));
  }

  public boolean hasChildTokens() {
    return childTokens() > 0;
  }

  public int childTokens() {
    return get(Limit.CHILD_TOKENS);
  }

  public Duration childToken() {
    return Duration.ofSeconds(get(Limit.CHILD_TOKEN_SECONDS));
  }

  public int childTokenDepth() {
    return get(Limit.CHILD_TOKEN_DEPTH);
  }

  public Duration replayGrace() {
    return Duration.ofSeconds(get(Limit.REPLAY_GRACE_SECONDS));
  }

  public Duration request() {
    return Duration.ofMinutes(get(Limit.REQUEST_MINUTES));
  }

  public Duration sessionIdle() {
    return Duration.ofMinutes(get(Limit.SESSION_IDLE_MINUTES));
  }

  public Duration session() {
    return Duration.ofHours(get(Limit.SESSION_HOURS));
  }

  public Duration reauthentication() {
    return Duration.ofMinutes(get(Limit.REAUTHENTICATION_MINUTES));
  }

  public Duration invitation() {
    return Duration.ofHours(get(Limit.INVITATION_HOURS));
  }

  public Duration reset() {
    return Duration.ofMinutes(get(Limit.RESET_MINUTES));
  }

  public Duration usage() {
    return Duration.ofDays(get(Limit.USAGE_DAYS));
  }

  public Rate unfinishedExternal() {
    return Rate.perMinute(get(Limit.UNFINISHED_EXTERNAL_PER_MINUTE));
  }

  public Duration signingKey() {
    return Duration.ofDays(get(Limit.SIGNING_KEY_DAYS));
  }

  public Duration signingKeyOverlap() {
    return Duration.ofMinutes(get(Limit.SIGNING_KEY_OVERLAP_MINUTES));
  }

  public int wrongSecretsPerMinute() {
    return get(Limit.WRONG_SECRETS_PER_MINUTE);
  }

  public int wrongPasswordsPerMinute() {
    return get(Limit.WRONG_PASSWORDS_PER_MINUTE);
  }

  public int storageMegabytes() {
    return get(Limit.STORAGE_MEGABYTES);
  }

  public int memoryMegabytes() {
    return get(Limit.MEMORY_MEGABYTES);
  }

  public int unfinishedExternalPerMinute() {
    return get(Limit.UNFINISHED_EXTERNAL_PER_MINUTE);
  }

  /** When a new organization token ends; empty if it does not. */
  public Optional<Instant> endOfOrganizationToken(Instant issuedAt) {
    return days(Limit.ORGANIZATION_TOKEN_DAYS).map(issuedAt::plus);
  }

  public Optional<Duration> expiryNotice() {
    return days(Limit.EXPIRY_NOTICE_DAYS);
  }

  public Optional<Duration> unusedToken() {
    return days(Limit.UNUSED_TOKEN_DAYS);
  }

  private Optional<Duration> days(Limit limit) {
    return Optional.of(Duration.ofDays(get(limit))).filter(Duration::isPositive);
  }

  public Duration deviceCode() {
    return Duration.ofMinutes(get(Limit.DEVICE_CODE_MINUTES));
  }

  public int deviceRequestsPerMinute() {
    return get(Limit.DEVICE_REQUESTS_PER_MINUTE);
  }

  public int grantDays() {
    return get(Limit.GRANT_DAYS);
  }
}
