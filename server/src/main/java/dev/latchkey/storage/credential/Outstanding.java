package dev.latchkey.storage.credential;

import dev.latchkey.model.Limits;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.query.BoundedCount;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The active codes and tokens of a credential. They are counted from indexes only, and only up to
 * the number that is shown. The order is that of the index.
 *
 * @param codes those that have not been exchanged
 */
public record Outstanding(BoundedCount codes, BoundedCount tokens) {
  private static final String WAITING_CODES =
      """
      SELECT count(*) AS counted
      FROM (SELECT 1
          FROM grants
          WHERE client_id = ?
            AND ended_at IS NULL
            AND exchanged_at IS NULL
            AND consented_at > ?
          ORDER BY consented_at
          LIMIT ?) bounded
      """;
  private static final String LIVE_GRANTS =
      """
      SELECT count(*) AS counted
      FROM (SELECT 1
          FROM grants
          WHERE client_id = ?
            AND ended_at IS NULL
            AND exchanged_at IS NOT NULL
            AND ends_at > ?
          ORDER BY consented_at
          LIMIT ?) bounded
      """;
  private static final String LIVE_TOKENS =
      """
      SELECT count(*) AS counted
      FROM (SELECT 1
          FROM organization_tokens
          WHERE client_id = ?
            AND (ended_at IS NULL OR ended_at > ?)
          LIMIT ?) bounded
      """;

  static Outstanding of(Sql sql, Credential credential, Limits limits, Instant at)
      throws SQLException {
    return switch (credential) {
      case Credential.Personal _ ->
          new Outstanding(
              count(sql, WAITING_CODES, credential, at.minus(limits.code())),
              count(sql, LIVE_GRANTS, credential, at));
      case Credential.Organizational _ ->
          new Outstanding(new BoundedCount(0), count(sql, LIVE_TOKENS, credential, at));
    };
  }

  private static BoundedCount count(Sql sql, String text, Credential credential, Instant at)
      throws SQLException {
    return new BoundedCount(
        sql.one(
                text,
                row -> row.number("counted"),
                credential.clientId(),
                at,
                BoundedCount.QUERY_LIMIT)
            .orElse(0));
  }
}
