package dev.latchkey.storage.pairs;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.database.BatchedWrites;
import dev.latchkey.storage.database.Column;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Values;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Rotates and revokes the pairs of many callers, each kind in one statement of PostgreSQL. A
 * credential that is limited to some networks is left to the single write. Rows are locked in the
 * order of their keys, and rows that another transaction has locked are skipped.
 */
final class PostgresPairWrites {
  private static final String ROTATE =
      """
      WITH asked AS (
          SELECT * FROM unnest(CAST(:refresh AS BYTEA[]), CAST(:fresh_access AS BYTEA[]),
                  CAST(:fresh_refresh AS BYTEA[]), CAST(:client AS TEXT[]), CAST(:scope AS TEXT[]),
                  CAST(:resource AS TEXT[]))
              WITH ORDINALITY AS a (refresh_hash, fresh_access, fresh_refresh, client_id, wanted, asked, place)),
      held AS MATERIALIZED (
          SELECT a.*, p.access_hash, p.refresh_expires_at, p.grant_id
            FROM asked a
            JOIN pairs p ON p.refresh_hash = a.refresh_hash
           WHERE {unrotated}
           ORDER BY p.refresh_hash
             FOR UPDATE OF p SKIP LOCKED),
      live AS MATERIALIZED (
          SELECT h.place, h.access_hash, h.refresh_hash, h.fresh_access, h.fresh_refresh, h.wanted, h.asked,
                 h.refresh_expires_at, g.*
            FROM held h
            JOIN live_grants g ON g.grant_id = h.grant_id AND g.client_id = h.client_id
           WHERE g.ends_at > :now AND g.networks = ''
             AND (h.wanted IS NULL OR string_to_array(h.wanted, ',') <@ string_to_array(g.scope, ','))
             AND (h.asked IS NULL OR g.resource IS NULL OR h.asked = g.resource)),
      access AS (
          INSERT INTO rotated_access (access_hash, grant_id, rotated_at)
          SELECT l.access_hash, l.grant_id, :now FROM live l),
      refresh AS (
          INSERT INTO rotated_refresh (kept_until, rotated_at, refresh_key, grant_id)
          SELECT l.refresh_expires_at, :now, substr(l.refresh_hash, 1, 16), l.grant_id FROM live l)
      UPDATE pairs
         SET access_hash = l.fresh_access, refresh_hash = l.fresh_refresh,
             scope = COALESCE(l.wanted, l.scope), resource = COALESCE(l.resource, NULLIF(l.asked, :all)),
             access_expires_at = LEAST(:access_end, l.ends_at), refresh_expires_at = LEAST(:refresh_end, l.ends_at)
        FROM live l
       WHERE pairs.refresh_hash = l.refresh_hash AND pairs.rotated_at IS NULL
      RETURNING l.*, pairs.scope AS stored_scope, pairs.resource AS stored_resource,
          pairs.access_expires_at AS access_end, pairs.refresh_expires_at AS refresh_end
      """
          .replace("{unrotated}", PairReplacement.UNROTATED);

  /**
   * The bounds of {@code place} make the server expect one row. In a store without statistics it
   * would expect more rows than there are grants, and read all of these.
   */
  private static final String REVOKE =
      """
      WITH asked AS (
          SELECT * FROM unnest(CAST(:token AS BYTEA[]), CAST(:client AS TEXT[]))
              WITH ORDINALITY AS a (hash, client_id, place)),
      known AS MATERIALIZED (
          SELECT a.place, a.client_id, p.grant_id
            FROM asked a
           CROSS JOIN LATERAL ({pair} LIMIT 1) p
           WHERE a.place BETWEEN 1 AND 1000
           ORDER BY p.grant_id),
      held AS MATERIALIZED (
          SELECT k.place, g.grant_id
            FROM known k
           CROSS JOIN LATERAL (
               SELECT g.grant_id
                 FROM grants g
                WHERE g.grant_id = k.grant_id AND g.client_id = k.client_id AND g.ended_at IS NULL
                  FOR NO KEY UPDATE SKIP LOCKED) g)
      UPDATE grants SET ended_at = :now FROM held h
       WHERE grants.grant_id = h.grant_id AND grants.ended_at IS NULL
      RETURNING h.place, {owner}
      """
          .replace("{owner}", TokenOwner.RETURNED);

  private final Database database;
  private final Limits limits;
  private final Pairs pairs;
  private final BatchedWrites<Rotating, Rotated> rotations;
  private final Map<PairToken, BatchedWrites<Revoking, Revoked>> revocations =
      new EnumMap<>(PairToken.class);

  PostgresPairWrites(Database database, Limits limits, Pairs pairs) {
    this.database = database;
    this.limits = limits;
    this.pairs = pairs;
    this.rotations =
        new BatchedWrites<>(
            database,
            this::rotate,
            """
            SELECT p.refresh_hash AS hash
            FROM pairs p
            JOIN grants g ON g.grant_id = p.grant_id
            WHERE p.refresh_hash {keys}
              AND p.rotated_at IS NULL
              AND g.ended_at IS NULL
            """,
            rotating -> rotating.rotation.refresh().hash());
    for (PairToken kind : PairToken.values()) {
      revocations.put(kind, revocations(kind));
    }
  }

  private BatchedWrites<Revoking, Revoked> revocations(PairToken kind) {
    String standing =
        """
        SELECT p.{column} AS hash
        FROM pairs p
        JOIN grants g ON g.grant_id = p.grant_id
        WHERE p.{column} {keys}
          AND g.ended_at IS NULL
        """;
    return new BatchedWrites<>(
        database,
        all -> revoke(REVOKE.replace("{pair}", kind.pairSince("a.hash", ":since")), all),
        standing.replace("{column}", kind.column),
        Revoking::token);
  }

  /** A pair to rotate, and its replacement. */
  record Rotating(Pairs.Rotation rotation, TokenPair fresh, RequestMoment now) {}

  /** A token to revoke together with its pair. */
  record Revoking(SecretHash token, Id.Client by, RequestMoment now) {}

  Rotated rotate(Rotating rotating, Supplier<Rotated> single) {
    return rotations.write(rotating, rotating.now, single);
  }

  Revoked revoke(PairToken kind, Revoking revoking, Supplier<Revoked> single) {
    return Objects.requireNonNull(revocations.get(kind)).write(revoking, revoking.now, single);
  }

  private Map<Rotating, Rotated> rotate(List<Rotating> all) {
    return database.write(sql -> {
      Instant present = pairs.present();
      NewPair.Times latest = NewPair.Times.from(present, limits);
      Map<Rotating, Rotated> rotated = new HashMap<>();
      List<AuditEntry> entries =
          sql.all(
              ROTATE,
              row -> {
                Rotating rotating = all.get(row.number("place") - 1);
                LiveGrant grant = LiveGrant.read(row);
                NewPair issued = NewPair.read(row, grant, rotating.fresh, latest.issuedAt());
                rotated.put(
                    rotating, new Rotated.Issued(issued.response(rotating.rotation.separator())));
                return grant.audit(rotating.now, AuditEvent.TOKEN_REFRESH, AuditOutcome.OK);
              },
              rotations(all)
                  .and("now", present)
                  .and("all", Resource.OPEN_INTERFACE)
                  .and("access_end", latest.accessEnd())
                  .and("refresh_end", latest.refreshEnd()));
      sql.record(entries);
      return rotated;
    });
  }

  private static Values rotations(List<Rotating> all) {
    List<Pairs.Rotation> asked = all.stream().map(Rotating::rotation).toList();
    return Values.of("refresh", Column.bytes(asked, each -> each.refresh().hash()))
        .and("fresh_access", Column.bytes(all, each -> each.fresh.access().hash()))
        .and("fresh_refresh", Column.bytes(all, each -> each.fresh.refresh().hash()))
        .and("client", Column.texts(asked, Pairs.Rotation::client))
        .and("scope", Column.texts(asked, Pairs.Rotation::narrower))
        .and("resource", Column.texts(asked, Pairs.Rotation::resource));
  }

  private Map<Revoking, Revoked> revoke(String statement, List<Revoking> all) {
    return database.write(sql -> {
      Instant present = pairs.present();
      Map<Revoking, Revoked> revoked = new HashMap<>();
      List<AuditEntry> entries =
          sql.all(
              statement,
              row -> {
                Revoking revoking = all.get(row.number("place") - 1);
                revoked.put(revoking, Revoked.ENDED);
                return TokenOwner.read(row)
                    .audit(revoking.now, AuditEvent.TOKEN_REVOKE, AuditOutcome.OK);
              },
              Values.of("token", Column.bytes(all, Revoking::token))
                  .and("client", Column.texts(all, Revoking::by))
                  .and("since", present.minus(limits.replayGrace()))
                  .and("now", present));
      sql.record(entries);
      return revoked;
    });
  }
}
