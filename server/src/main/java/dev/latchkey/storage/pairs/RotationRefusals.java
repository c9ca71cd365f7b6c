package dev.latchkey.storage.pairs;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Rules;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.RefusedActs;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Why a pair was not rotated. What is read here explains the refusal. It decides only whether the
 * grant must be ended as well.
 */
record RotationRefusals(Limits limits, Supplier<Rules> rules) {
  Rotated explain(Sql sql, Pairs.Rotation rotation, RequestMoment now) throws SQLException {
    boolean known =
        sql.exists(
            "SELECT 1 FROM credentials WHERE client_id = ? AND deleted_at IS NULL",
            rotation.client());
    if (!known) {
      return Rotated.Refused.CLIENT_UNKNOWN;
    }
    Optional<TokenOwner> presented =
        TokenOwner.find(sql, PairToken.REFRESH.pair(":token"), rotation.refresh().hash());
    if (presented.isEmpty()) {
      return Rotated.Refused.TOKEN_UNKNOWN;
    }
    Rotated why =
        presented.get().client().equals(rotation.client())
            ? whyRefused(sql, presented.get().grant(), rotation, now)
            : Rotated.Refused.TOKEN_OF_ANOTHER_CREDENTIAL;
    boolean ended =
        why == Rotated.Refused.TOKEN_REPLAYED
            && Pairs.endGrant(sql, presented.get().grant(), now.at());
    if (why instanceof Rotated.Refused refused) {
      AuditEntry entry = presented.get().audit(now, AuditEvent.TOKEN_REFRESH, refused);
      if (ended) {
        sql.record(entry);
      } else {
        RefusedActs.record(sql, rotation.client(), entry);
      }
    }
    return why;
  }

  /** What is known of a refresh token, and the first answer to it if that may be repeated. */
  private record Known(
      Optional<Instant> rotatedAt, Instant end, Optional<byte[]> request, Optional<byte[]> answer) {
    static Known read(Sql.Row row) throws SQLException {
      return new Known(
          row.maybeInstant("rotated_at"),
          row.instant("refresh_expires_at"),
          row.maybeBytes("request_hash"),
          row.maybeBytes("sealed_answer"));
    }

    boolean isAnswerTo(Pairs.Rotation rotation) {
      return rotation.repeatable().isPresent()
          && Arrays.equals(request.orElse(null), rotation.repeatable().get().request().bytes());
    }
  }

  private Rotated whyRefused(Sql sql, Id.Grant grant, Pairs.Rotation rotation, RequestMoment now)
      throws SQLException {
    Optional<Known> found =
        sql.one(
            """
            SELECT p.rotated_at, a.request_hash, a.sealed_answer,
                (SELECT refresh_expires_at FROM pairs WHERE refresh_hash = :token) AS refresh_expires_at
            FROM ({pair}) p
            LEFT JOIN answers a ON a.refresh_hash = :token
            """
                .replace("{pair}", PairToken.REFRESH.pair(":token")),
            Known::read,
            Map.of("token", rotation.refresh().hash()));
    if (found.isEmpty()) {
      return Rotated.Refused.TOKEN_UNKNOWN;
    }
    Known known = found.get();
    if (known.rotatedAt.isEmpty()) {
      return known.end.isAfter(now.at())
          ? Rotated.Refused.GRANT_ENDED
          : Rotated.Refused.TOKEN_EXPIRED;
    }
    boolean late = !known.rotatedAt.get().plus(limits.replayGrace()).isAfter(now.at());
    if (!late && known.answer.isPresent() && known.isAnswerTo(rotation)) {
      return repeated(sql, grant, known.answer.get(), now);
    }
    boolean revokes =
        switch (rules.get().rotatedToken()) {
          case REVOKE_AFTER_GRACE -> late;
          case REFUSE -> false;
          case REVOKE -> true;
        };
    return revokes ? Rotated.Refused.TOKEN_REPLAYED : Rotated.Refused.TOKEN_ROTATED;
  }

  private static Rotated repeated(Sql sql, Id.Grant grant, byte[] firstAnswer, RequestMoment now)
      throws SQLException {
    Optional<AllowedNetworks> networks =
        sql.one("SELECT networks FROM live_grants WHERE grant_id = ?", Sql.Row::networks, grant);
    if (networks.isEmpty()) {
      return Rotated.Refused.GRANT_ENDED;
    }
    return networks.get().allow(now.address())
        ? new Rotated.Repeated(firstAnswer)
        : Rotated.Refused.ADDRESS_NOT_ALLOWED;
  }
}
