package dev.latchkey.model.alert;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What alerts are about. Pages, calls, mails and the reference show the same words for each: {@code
 * alert.KIND} and those that begin with it.
 */
public enum AlertKind {
  /** A refresh token or a code was used twice. */
  TOKEN_REPLAYED,
  SECRET_LEAKED,
  NEW_NETWORK,
  CALLS_REFUSED,
  USED_AGAIN,
  WRITE_SCOPE_ADDED,
  TOKEN_WITHOUT_NETWORKS,
  TOKEN_ENDING,
  APPROVAL_WAITING,
  WEBHOOK_FAILING,
  ROUTE_DEPRECATED;

  /** An alert whose fact has not happened again for so long is closed. */
  public static final Duration QUIET = Duration.ofDays(30);

  /** A number that an organization can choose: calls in an hour, days or hours. */
  public record Threshold(int usual, int min, int max) {
    public boolean allows(int value) {
      return value >= min && value <= max;
    }
  }

  public Optional<Threshold> threshold() {
    return switch (this) {
      case CALLS_REFUSED -> Optional.of(new Threshold(100, 10, 1_000_000));
      case USED_AGAIN -> Optional.of(new Threshold(90, 7, 730));
      case TOKEN_ENDING -> Optional.of(new Threshold(14, 1, 60));
      case WEBHOOK_FAILING -> Optional.of(new Threshold(1, 1, 120));
      case TOKEN_REPLAYED,
          SECRET_LEAKED,
          NEW_NETWORK,
          WRITE_SCOPE_ADDED,
          TOKEN_WITHOUT_NETWORKS,
          APPROVAL_WAITING,
          ROUTE_DEPRECATED ->
          Optional.empty();
    };
  }

  /** What the rule of an organization that has chosen nothing says; 0 without a threshold. */
  public int usual() {
    return threshold().map(Threshold::usual).orElse(0);
  }

  /** Whether it is mailed. The others have a mail of their own already, or are advice. */
  public boolean isMailed() {
    return switch (this) {
      case TOKEN_REPLAYED,
          NEW_NETWORK,
          CALLS_REFUSED,
          USED_AGAIN,
          WRITE_SCOPE_ADDED,
          TOKEN_ENDING,
          WEBHOOK_FAILING,
          ROUTE_DEPRECATED ->
          true;
      case SECRET_LEAKED, TOKEN_WITHOUT_NETWORKS, APPROVAL_WAITING -> false;
    };
  }

  /** Whether it is about something that lasts, and is over when that ends. */
  public boolean isLasting() {
    return switch (this) {
      case TOKEN_WITHOUT_NETWORKS, TOKEN_ENDING, APPROVAL_WAITING, WEBHOOK_FAILING -> true;
      case TOKEN_REPLAYED,
          SECRET_LEAKED,
          NEW_NETWORK,
          CALLS_REFUSED,
          USED_AGAIN,
          WRITE_SCOPE_ADDED,
          ROUTE_DEPRECATED ->
          false;
    };
  }

  /** The name in calls, commands, messages and addresses. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<AlertKind> parse(String code) {
    return Arrays.stream(values()).filter(kind -> kind.code().equals(code)).findFirst();
  }
}
