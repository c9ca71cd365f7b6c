package dev.latchkey.storage.grants;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.database.BatchedWrites;
import dev.latchkey.storage.database.Column;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.pairs.LiveGrant;
import dev.latchkey.storage.pairs.NewPair;
import dev.latchkey.storage.pairs.Pairs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Exchanges the codes of many callers in one statement of PostgreSQL. A credential that is limited
 * to some networks is left to the single write. Rows are locked in the order of their keys, and
 * rows that another transaction has locked are skipped.
 */
final class PostgresCodeWrites {
  private static final String SPEND =
      """
      WITH asked AS (
          SELECT * FROM unnest(CAST(:code AS BYTEA[]), CAST(:client AS TEXT[]), CAST(:challenge AS TEXT[]),
                  CAST(:redirect_uri AS TEXT[]), CAST(:resource AS TEXT[]))
              WITH ORDINALITY AS a (code_hash, client_id, challenge, redirect_uri, resource, place)),
      held AS MATERIALIZED (
          SELECT a.place, k.code_hash, g.grant_id
            FROM asked a
            JOIN codes k ON k.code_hash = a.code_hash
            JOIN grants g ON g.grant_id = k.grant_id AND g.client_id = a.client_id
           WHERE {unspent}
             AND (a.resource IS NULL OR g.resource IS NULL OR a.resource = g.resource)
           ORDER BY k.code_hash
             FOR NO KEY UPDATE OF k, g SKIP LOCKED),
      live AS MATERIALIZED (
          SELECT h.place, h.code_hash, l.* FROM held h JOIN live_grants l ON l.grant_id = h.grant_id
           WHERE l.networks = ''),
      spent AS (
          UPDATE codes SET spent_at = :now, kept_until = l.ends_at FROM live l
           WHERE codes.code_hash = l.code_hash AND codes.spent_at IS NULL
          RETURNING l.place)
      UPDATE grants SET exchanged_at = :now FROM live l JOIN spent s ON s.place = l.place
       WHERE grants.grant_id = l.grant_id
      RETURNING l.*
      """
          .replace("{unspent}", AuthorizationCodes.UNSPENT.replace("{asked}", "a."));

  private final Database database;
  private final Pairs pairs;
  private final BatchedWrites<Spending, Exchanged> exchanges;

  PostgresCodeWrites(Database database, Pairs pairs) {
    this.database = database;
    this.pairs = pairs;
    this.exchanges =
        new BatchedWrites<>(
            database,
            this::spend,
            """
            SELECT c.code_hash AS hash
            FROM codes c
            JOIN grants g ON g.grant_id = c.grant_id
            WHERE c.code_hash {keys}
              AND c.spent_at IS NULL
              AND g.ended_at IS NULL
            """,
            spending -> spending.redemption.code().hash());
  }

  /** A code to exchange, and the tokens to issue for it. */
  record Spending(AuthorizationCodes.Redemption redemption, TokenPair fresh, RequestMoment now) {}

  Exchanged spend(Spending spending, Supplier<Exchanged> single) {
    return exchanges.write(spending, spending.now, single);
  }

  private Map<Spending, Exchanged> spend(List<Spending> all) {
    return database.write(sql -> {
      Instant present = pairs.present();
      Map<Spending, Exchanged> exchanged = new HashMap<>();
      var issued = new ArrayList<NewPair>();
      List<AuditEntry> entries =
          sql.all(
              SPEND,
              row -> {
                Spending spending = all.get(row.number("place") - 1);
                LiveGrant grant = LiveGrant.read(row);
                Allowance allowance = spending.redemption.within(grant).orElseThrow();
                NewPair pair = pairs.newPair(grant, allowance, spending.fresh, present);
                issued.add(pair);
                exchanged.put(
                    spending, new Exchanged.Issued(pair.response(spending.redemption.separator())));
                return grant.audit(spending.now, AuditEvent.CODE_EXCHANGE, AuditOutcome.OK);
              },
              values(all, present));
      NewPair.insert(sql, issued);
      sql.record(entries);
      return exchanged;
    });
  }

  private static Values values(List<Spending> all, Instant present) {
    List<AuthorizationCodes.Redemption> asked = all.stream().map(Spending::redemption).toList();
    return Values.of("code", Column.bytes(asked, each -> each.code().hash()))
        .and("client", Column.texts(asked, AuthorizationCodes.Redemption::client))
        .and("challenge", Column.texts(asked, AuthorizationCodes.Redemption::proof))
        .and(
            "redirect_uri",
            Column.texts(asked, each -> each.redirectUri().map(RedirectUri::withoutQuery)))
        .and("resource", Column.texts(asked, AuthorizationCodes.Redemption::resource))
        .and("now", present);
  }
}
