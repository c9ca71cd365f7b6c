package dev.latchkey.storage.pairs;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.time.StoreClock;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.model.token.TokenResponse;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.limit.RefusedActs;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Rotates and revokes pairs of tokens (contract 3, rows 3 and 4). A pair is rotated once and
 * revoked as a whole. Conditional writes decide, by their row counts. What is read after a refusal
 * explains the refusal. It decides only whether the grant must be ended as well.
 */
public final class Pairs {
  private final Database database;
  private final Limits limits;
  private final RotationRefusals refusals;
  private final StoreClock clock;
  private final PostgresPairWrites batches;

  public Pairs(Database database, Limits limits, Supplier<Rules> rules, StoreClock clock) {
    this.database = database;
    this.limits = limits;
    this.refusals = new RotationRefusals(limits, rules);
    this.clock = clock;
    this.batches = new PostgresPairWrites(database, limits, this);
  }

  /**
   * The current time, read during a write. The request may have waited since it arrived, and what
   * is written must not look older than it is. The server ends a transaction in which nothing
   * happens for five seconds, so the time is at most that old at the commit.
   */
  public Instant present() {
    return clock.instant();
  }

  /**
   * A refresh token, an optional narrower scope with its separator and resource for the new access
   * token, and the key under which the client may request the same response again.
   */
  public record Rotation(
      Id.Client client,
      Secret.Refresh refresh,
      Optional<Scopes> narrower,
      Optional<Scopes.Separator> separator,
      Optional<Resource> resource,
      Optional<Repeatable> repeatable) {

    /** What the new access token allows. Empty if a resource outside the grant was named. */
    Optional<Allowance> within(LiveGrant grant) {
      Scopes scope = narrower.orElse(grant.scope());
      return new Allowance(scope, grant.resource()).within(resource);
    }
  }

  /**
   * Identifies a request that may be repeated (rule 2.7). {@code seal} encrypts the response so
   * that it cannot be read from the store alone.
   */
  public record Repeatable(SecretHash request, Function<TokenResponse, byte[]> seal) {}

  /**
   * Replaces a pair (contract 3, row 3). The old pair ends in the commit that creates the new one.
   */
  public Rotated rotatePair(Rotation rotation, TokenPair fresh, RequestMoment now) {
    // A response can be sealed only after its grant was read, so such a request is not batched.
    return rotation.repeatable().isPresent()
        ? rotateSingle(rotation, fresh, now)
        : batches.rotate(
            new PostgresPairWrites.Rotating(rotation, fresh, now),
            () -> rotateSingle(rotation, fresh, now));
  }

  private Rotated rotateSingle(Rotation rotation, TokenPair fresh, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      Optional<ActivePair> pair =
          sql.one(
              """
              SELECT p.access_hash, p.refresh_hash, p.refresh_expires_at, g.*
              FROM pairs p
              JOIN live_grants g ON g.grant_id = p.grant_id
              WHERE p.refresh_hash = ?
                AND p.rotated_at IS NULL
                AND g.client_id = ?
                AND g.ends_at > ?
              """,
              ActivePair::read,
              rotation.refresh().hash(),
              rotation.client(),
              now.at());
      if (pair.isEmpty()) {
        return refusals.explain(sql, rotation, now);
      }
      LiveGrant grant = pair.get().grant();
      if (!grant.isAllowedFrom(now)) {
        grant.recordAddress(sql, AuditEvent.TOKEN_REFRESH, now);
        return Rotated.Refused.ADDRESS_NOT_ALLOWED;
      }
      Optional<Allowance> allowance = rotation.within(grant);
      if (allowance.isEmpty()) {
        return Rotated.Refused.RESOURCE_WIDER;
      }
      if (!grant.scope().covers(allowance.get().scope())) {
        return Rotated.Refused.SCOPE_WIDER;
      }
      Instant present = present();
      NewPair issued = newPair(grant, allowance.get(), fresh, present);
      if (!new PairReplacement(pair.get(), issued).write(sql, present)) {
        return refusals.explain(sql, rotation, now);
      }
      TokenResponse response = issued.response(rotation.separator());
      if (rotation.repeatable().isPresent()) {
        sql.defer(
            """
            INSERT INTO answers (refresh_hash, request_hash, sealed_answer, kept_until)
            VALUES (?, ?, ?, ?)
            """,
            rotation.refresh().hash(),
            rotation.repeatable().get().request(),
            rotation.repeatable().get().seal().apply(response),
            present.plus(limits.replayGrace()));
      }
      sql.record(grant.audit(now, AuditEvent.TOKEN_REFRESH, AuditOutcome.OK));
      return new Rotated.Issued(response);
    });
  }

  /**
   * Ends an access token and its refresh token (contract 3, row 4). A token whose pair was rotated
   * within the grace period counts as well. Therefore a refresh that runs at the same time as the
   * revocation leaves no active token (rule 3.8).
   *
   * <p>The grant ends, not the pair. Each consent has its own grant with at most one active pair,
   * so both mean the same. But a refresh that commits a moment later puts its new pair into a grant
   * that has ended, where it is inactive. A mark on the old pair would miss the new one.
   */
  public Revoked revokePair(Secret.Access access, Id.Client by, RequestMoment now) {
    return revoke(PairToken.ACCESS, new PostgresPairWrites.Revoking(access.hash(), by, now));
  }

  /** Ends the grant of a refresh token (RFC 7009 2.1). */
  public Revoked revokePair(Secret.Refresh refresh, Id.Client by, RequestMoment now) {
    return revoke(PairToken.REFRESH, new PostgresPairWrites.Revoking(refresh.hash(), by, now));
  }

  private Revoked revoke(PairToken kind, PostgresPairWrites.Revoking revocation) {
    return batches.revoke(kind, revocation, () -> revokeSingle(kind, revocation));
  }

  private Revoked revokeSingle(PairToken kind, PostgresPairWrites.Revoking revocation) {
    RequestMoment now = revocation.now();
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      Optional<TokenOwner> revoked =
          sql.one(
              """
              UPDATE grants
              SET ended_at = :now
              WHERE client_id = :client
                AND ended_at IS NULL
                AND grant_id = ({pair})
              RETURNING {owner}
              """
                  .replace("{pair}", kind.pairSince(":token", ":since"))
                  .replace("{owner}", TokenOwner.RETURNED),
              TokenOwner::read,
              Values.of("now", now.at())
                  .and("client", revocation.by())
                  .and("token", revocation.token())
                  .and("since", now.at().minus(limits.replayGrace())));
      if (revoked.isPresent()) {
        sql.record(revoked.get().audit(now, AuditEvent.TOKEN_REVOKE, AuditOutcome.OK));
        return Revoked.ENDED;
      }
      return whyNotRevoked(sql, kind, revocation);
    });
  }

  private static Revoked whyNotRevoked(
      Sql sql, PairToken kind, PostgresPairWrites.Revoking revocation) throws SQLException {
    RequestMoment now = revocation.now();
    Id.Client by = revocation.by();
    Optional<TokenOwner> presented = TokenOwner.find(sql, kind.pair(":token"), revocation.token());
    if (presented.isEmpty()) {
      return Revoked.UNKNOWN;
    }
    TokenOwner found = presented.get();
    if (found.client().equals(by)) {
      RefusedActs.record(sql, by, found.audit(now, AuditEvent.TOKEN_REVOKE, AuditOutcome.DEAD));
      return Revoked.INACTIVE;
    }
    RefusedActs.record(
        sql, by, found.audit(now, AuditEvent.TOKEN_REVOKE, AuditOutcome.NOT_ITS_OWN).about(by));
    return Revoked.OF_ANOTHER_CREDENTIAL;
  }

  /** Issues the pair for a code, in the write that spends it. */
  public NewPair issue(Sql sql, LiveGrant grant, Allowance allowance, TokenPair fresh, Instant at)
      throws SQLException {
    NewPair pair = newPair(grant, allowance, fresh, at);
    pair.insert(sql);
    return pair;
  }

  public NewPair newPair(LiveGrant grant, Allowance allowance, TokenPair fresh, Instant at) {
    return new NewPair(
        grant, allowance, fresh, NewPair.Times.from(at, limits).within(grant.endsAt()));
  }

  /** False if the grant had ended before. */
  public static boolean endGrant(Sql sql, Id.Grant grant, Instant now) throws SQLException {
    return sql.updateOne(
        "UPDATE grants SET ended_at = ? WHERE grant_id = ? AND ended_at IS NULL", now, grant);
  }
}
