package dev.latchkey.storage.credential;

import dev.latchkey.model.CallsPerDay;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;

/**
 * A reason to check whether a credential is still needed as it is. A start page counts the
 * credentials with a concern, and a list shows exactly these, because both use the same condition.
 */
public enum CredentialConcern {
  /** An active client secret is older than {@link #DAYS} days. */
  OLD_SECRET(
      " AND c.type = 'PERSONAL' AND c.created_at < :old",
      """
       AND EXISTS (SELECT 1
          FROM client_secrets s
          WHERE s.client_id = c.client_id
            AND s.created_at < :old
            AND s.retired_at IS NULL)
      """,
      "c.created_at, c.client_id",
      5_000),
  /** An active organization token was issued and last used more than {@link #DAYS} days ago. */
  UNUSED_TOKEN(
      " AND c.type = 'ORGANIZATION' AND c.created_at < :old",
      """
       AND EXISTS (SELECT 1
          FROM organization_tokens t
          WHERE t.client_id = c.client_id
            AND (t.ended_at IS NULL OR t.ended_at > :now)
            AND t.issued_at < :old
            AND (t.last_used_at IS NULL OR t.last_used_at < :old))
      """,
      "c.created_at, c.client_id",
      5_000),
  /**
   * The credential is older than {@link CallsPerDay#DAYS} days, there were calls in that time, and
   * none of them needed one of the granted scopes. A scope that is no longer granted does not
   * count. Each credential may have a hundred rows of usage, so fewer credentials are compared.
   */
  UNUSED_SCOPE(
      " AND c.last_used_at >= :first_day AND c.created_at < :first_day",
      """
       AND EXISTS (SELECT 1
          FROM usage u
          WHERE u.client_id = c.client_id
            AND u.scope = ''
            AND u.day >= :first_day)
       AND EXISTS (SELECT 1
          FROM credentials k
          WHERE k.client_id = c.client_id
            AND LENGTH(k.scope) - LENGTH(REPLACE(k.scope, ',', '')) + 1 > (SELECT COUNT(DISTINCT u.scope)
              FROM usage u
              WHERE u.client_id = k.client_id
                AND u.scope <> ''
                AND u.day >= :first_day
                AND REPLACE(',' || k.scope || ',', ',' || u.scope || ',', '') <> ',' || k.scope || ','))
      """,
      "c.last_used_at DESC, c.client_id DESC",
      500),
  /** The credential is older than {@link #DAYS} days and was not used for as long. */
  IDLE(
      " AND c.created_at < :old AND c.last_used_at < :old",
      "",
      "c.last_used_at, c.client_id",
      5_000);

  public static final int DAYS = 90;

  private final String candidates;
  private final String condition;
  private final String order;
  private final int looked;

  /**
   * {@code candidates}: what the row of the credential itself says. {@code condition}: what other
   * rows say. {@code order}: that of an index in which the candidates are together. {@code looked}:
   * for how many candidates a count reads these other rows.
   */
  CredentialConcern(String candidates, String condition, String order, int looked) {
    this.candidates = candidates;
    this.condition = condition;
    this.order = order;
    this.looked = looked;
  }

  String candidates() {
    return candidates;
  }

  String condition() {
    return condition;
  }

  String order() {
    return order;
  }

  int looked() {
    return looked;
  }

  /** The values that the two conditions name. */
  Map<String, Instant> values(Instant now) {
    Instant old = now.minus(Duration.ofDays(DAYS));
    return switch (this) {
      case OLD_SECRET, IDLE -> Map.of("old", old);
      case UNUSED_TOKEN -> Map.of("old", old, "now", now);
      case UNUSED_SCOPE -> Map.of("first_day", firstDay(now));
    };
  }

  private static Instant firstDay(Instant now) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    return CallsPerDay.first(today).atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
