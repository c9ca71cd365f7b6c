package dev.latchkey.model.event;

import dev.latchkey.model.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An endpoint that receives events by HTTP.
 *
 * @param organization whose events it receives; empty for those of all, which the operator receives
 * @param publicKey what a receiver can check signatures with, if it does not use the secret
 * @param waiting how many deliveries are not finished
 * @param failingSince the first failure since the last success
 * @param previousUntil until when messages are also signed with the secret before
 * @param version increases with each change by a person
 */
public record Webhook(
    Id.Webhook id,
    Optional<Id.Organization> organization,
    Wanted wanted,
    String publicKey,
    int waiting,
    Optional<Instant> failingSince,
    Optional<Disabled> disabled,
    Optional<Instant> previousUntil,
    Instant createdAt,
    int version) {
  /** The most webhooks of an organization, and of the platform. */
  public static final int MOST = 10;

  /** The most deliveries of a webhook that are not finished. With one more it is disabled. */
  public static final int MOST_WAITING = 5_000;

  /** A finished delivery leaves the log of its webhook with this many newer ones. */
  public static final int MOST_LOGGED = 10_000;

  /** With failures only for so long, it is disabled. */
  public static final Duration MOST_FAILING = Duration.ofDays(5);

  /** How long a finished delivery stays in the log. */
  public static final Duration LOGGED = Duration.ofDays(14);

  /** How long messages are signed with the secret before as well. */
  public static final Duration ROTATION = Duration.ofHours(24);

  public static final int MOST_DESCRIPTION = 200;
  public static final int MOST_URL = 500;

  /**
   * What a person has chosen.
   *
   * @param types which events it receives; all, if there are none
   */
  public record Wanted(String url, String description, Set<EventType> types) {
    private static final Pattern HOST = Pattern.compile("https?://(\\[[^]]*]|[^:/?]*).*");

    public Wanted {
      types = types.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(types));
    }

    /** What a person has called it, or its host. */
    public String title() {
      return description.isEmpty() ? host() : description;
    }

    public String host() {
      return HOST.matcher(url).replaceFirst("$1");
    }

    public boolean wants(EventType type) {
      return types.isEmpty() || types.contains(type);
    }

    /** The names of the types, in the order of the alphabet. */
    public Collection<String> codes() {
      return types.stream().map(EventType::code).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** One that was created at this time. */
  public static Webhook created(
      Id.Webhook id,
      Optional<Id.Organization> organization,
      Wanted wanted,
      String publicKey,
      Instant at) {
    return new Webhook(
        id,
        organization,
        wanted,
        publicKey,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        at,
        1);
  }

  /** The same with another key pair. */
  public Webhook with(String otherKey) {
    return new Webhook(
        id,
        organization,
        wanted,
        otherKey,
        waiting,
        failingSince,
        disabled,
        previousUntil,
        createdAt,
        version);
  }

  public record Disabled(Instant at, Reason why) {}

  public enum Reason {
    /** A person has disabled it. */
    BY_PERSON,
    /** It answered 410. */
    GONE,
    /** No delivery succeeded for days. */
    FAILING,
    /** Too many deliveries waited. */
    FULL
  }

  public enum State {
    ACTIVE,
    FAILING,
    DISABLED
  }

  public State state() {
    if (disabled.isPresent()) {
      return State.DISABLED;
    }
    return failingSince.isPresent() ? State.FAILING : State.ACTIVE;
  }

  public boolean isActive() {
    return disabled.isEmpty();
  }
}
