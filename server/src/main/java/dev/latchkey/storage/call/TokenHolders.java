package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.UnownedCall.Holder;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RowKeys;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who had tokens that are not valid any more, as long as the store has their rows. */
public record TokenHolders(Database database) {
  private static final String PERSONAL =
      """
      SELECT e.token_hash, g.client_id, g.user_id AS subject_id, t.organization_id, e.expires_at, e.is_replaced
      FROM (SELECT access_hash AS token_hash, grant_id, access_expires_at AS expires_at,
              CASE WHEN rotated_at IS NULL THEN 0 ELSE 1 END AS is_replaced
          FROM pairs
          UNION ALL
          SELECT access_hash, grant_id, NULL, 1
          FROM rotated_access) e
      JOIN grants g ON g.grant_id = e.grant_id
      JOIN teams t ON t.team_id = g.team_id
      WHERE e.token_hash {keys}
      """;

  private static final String ORGANIZATIONAL =
      """
      SELECT t.token_hash, t.client_id, c.subject_id, c.organization_id, NULL AS expires_at, 0 AS is_replaced
      FROM organization_tokens t
      JOIN credentials c ON c.client_id = t.client_id
      WHERE t.token_hash {keys}
      """;

  /** One that was obtained with a personal token is of the organization of that token. */
  private static final String CHILD =
      """
      SELECT k.token_hash, k.client_id, COALESCE(k.user_id, c.subject_id) AS subject_id,
          COALESCE(t.organization_id, c.organization_id) AS organization_id, k.expires_at, 0 AS is_replaced
      FROM child_tokens k
      JOIN credentials c ON c.client_id = k.client_id
      LEFT JOIN pairs p ON p.access_hash = k.first_hash
      LEFT JOIN grants g ON g.grant_id = p.grant_id
      LEFT JOIN teams t ON t.team_id = g.team_id
      WHERE k.token_hash {keys}
        AND (k.user_id IS NULL OR t.organization_id IS NOT NULL)
      """;

  /** Those that are known. */
  public Map<TokenKey, Holder> of(Collection<TokenKey> tokens, Instant now) {
    var holders = new HashMap<TokenKey, Holder>();
    for (TokenKey.Kind kind : TokenKey.Kind.values()) {
      List<SecretHash> hashes =
          tokens.stream()
              .filter(token -> token.kind() == kind)
              .map(TokenKey::hash)
              .distinct()
              .toList();
      if (!hashes.isEmpty()) {
        database
            .read(sql -> sql.findByKeys(text(kind), RowKeys.of(hashes), row -> held(row, now)))
            .forEach(held -> holders.put(new TokenKey(kind, held.hash), held.by));
      }
    }
    return holders;
  }

  private static String text(TokenKey.Kind kind) {
    return switch (kind) {
      case PERSONAL -> PERSONAL;
      case ORGANIZATIONAL -> ORGANIZATIONAL;
      case CHILD -> CHILD;
    };
  }

  private record Held(SecretHash hash, Holder by) {}

  private static Held held(Sql.Row row, Instant now) throws SQLException {
    return new Held(
        row.hash("token_hash"),
        new Holder(
            row.client(),
            row.organization(),
            Id.Subject.stored(row.text("subject_id")),
            why(row, now)));
  }

  private static CallReason why(Sql.Row row, Instant now) throws SQLException {
    if (row.number("is_replaced") == 1) {
      return CallReason.REPLACED_TOKEN;
    }
    boolean hasExpired =
        row.maybeInstant("expires_at").filter(end -> !end.isAfter(now)).isPresent();
    return hasExpired ? CallReason.EXPIRED_TOKEN : CallReason.ENDED_TOKEN;
  }
}
