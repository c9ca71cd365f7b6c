package dev.latchkey.storage.grants;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.CodeChallenge;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.pairs.LiveGrant;
import dev.latchkey.storage.pairs.NewPair;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.pairs.TokenOwner;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Exchanges authorization codes; each can be spent once (contract 3, rows 1 and 2). One conditional
 * write decides, by its row count. What is read after a refusal explains the refusal to the audit
 * log. It decides only whether the grant must be ended as well.
 */
public final class AuthorizationCodes {
  /**
   * What must hold of a row {@code k} for its code to be spent. {@code {asked}} stands before the
   * values of the request: a colon, or the name of the row that has them.
   */
  static final String UNSPENT =
      """
      k.spent_at IS NULL
        AND k.expires_at > :now
        AND k.challenge IS NOT DISTINCT FROM {asked}challenge
        AND k.redirect_uri = COALESCE({asked}redirect_uri, k.redirect_uri)
      """;

  private static final String SPEND =
      """
      UPDATE codes AS k
      SET spent_at = :now, kept_until = :end
      WHERE k.code_hash = :code
        AND {unspent}
      """
          .replace("{unspent}", UNSPENT.replace("{asked}", ":"));

  private final Database database;
  private final Pairs pairs;
  private final Supplier<Rules> rules;
  private final PostgresCodeWrites batches;

  public AuthorizationCodes(Database database, Pairs pairs, Supplier<Rules> rules) {
    this.database = database;
    this.pairs = pairs;
    this.rules = rules;
    this.batches = new PostgresCodeWrites(database, pairs);
  }

  /**
   * A code, the values that must match it, and the separator that the request uses between scopes.
   * {@code resource} is the part of the open interface for which the app wants the access token.
   */
  public record Redemption(
      Id.Client client,
      Secret.Code code,
      Optional<String> redirectUri,
      Optional<CodeChallenge> proof,
      Optional<Scopes.Separator> separator,
      Optional<Resource> resource) {

    /** A redemption for all that the user has allowed. */
    public Redemption(
        Id.Client client,
        Secret.Code code,
        Optional<String> redirectUri,
        Optional<CodeChallenge> proof) {
      this(client, code, redirectUri, proof, Optional.empty(), Optional.empty());
    }

    /** What the access token allows. Empty if a resource outside the grant was named. */
    Optional<Allowance> within(LiveGrant grant) {
      return grant.allowance().within(resource);
    }
  }

  public Exchanged spendCode(Redemption redemption, TokenPair fresh, RequestMoment now) {
    return batches.spend(
        new PostgresCodeWrites.Spending(redemption, fresh, now),
        () -> spendSingle(redemption, fresh, now));
  }

  private Exchanged spendSingle(Redemption redemption, TokenPair fresh, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      Optional<LiveGrant> grant =
          sql.one(
              """
              SELECT g.*
              FROM codes k
              JOIN live_grants g ON g.grant_id = k.grant_id
              WHERE k.code_hash = ?
                AND g.client_id = ?
              """,
              LiveGrant::read,
              redemption.code().hash(),
              redemption.client());
      Instant present = pairs.present();
      Optional<Allowance> allowance = grant.flatMap(redemption::within);
      boolean spent =
          allowance.isPresent()
              && grant.get().isAllowedFrom(now)
              && sql.updateOne(
                  SPEND,
                  Values.of("now", present)
                      .and("end", grant.get().endsAt())
                      .and("code", redemption.code().hash())
                      .and("challenge", redemption.proof())
                      .and(
                          "redirect_uri", redemption.redirectUri().map(RedirectUri::withoutQuery)));
      if (!spent) {
        return whyNotSpent(sql, redemption, grant, now);
      }
      sql.defer("UPDATE grants SET exchanged_at = ? WHERE grant_id = ?", present, grant.get().id());
      sql.record(grant.get().audit(now, AuditEvent.CODE_EXCHANGE, AuditOutcome.OK));
      NewPair pair = pairs.issue(sql, grant.get(), allowance.get(), fresh, present);
      return new Exchanged.Issued(pair.response(redemption.separator()));
    });
  }

  private Exchanged.Refused whyNotSpent(
      Sql sql, Redemption redemption, Optional<LiveGrant> live, RequestMoment now)
      throws SQLException {
    String granted = "SELECT grant_id FROM codes WHERE code_hash = :token";
    Optional<TokenOwner> presented = TokenOwner.find(sql, granted, redemption.code().hash());
    if (presented.isEmpty()) {
      return Exchanged.Refused.CODE_UNKNOWN;
    }
    Exchanged.Refused why =
        presented.get().client().equals(redemption.client())
            ? sql.one(
                    """
                    SELECT k.spent_at, k.expires_at, k.redirect_uri, k.challenge, g.resource
                    FROM codes k
                    JOIN grants g ON g.grant_id = k.grant_id
                    WHERE k.code_hash = ?
                    """,
                    row -> flaw(row, redemption, now.at()),
                    redemption.code().hash())
                .orElse(Exchanged.Refused.CODE_UNKNOWN)
            : Exchanged.Refused.CODE_OF_ANOTHER_CREDENTIAL;
    if (why == Exchanged.Refused.GRANT_ENDED
        && live.isPresent()
        && !live.get().isAllowedFrom(now)) {
      live.get().recordAddress(sql, AuditEvent.CODE_EXCHANGE, now);
      return Exchanged.Refused.ADDRESS_NOT_ALLOWED;
    }
    boolean ended =
        why == Exchanged.Refused.CODE_SPENT
            && rules.get().spentCode() == Rules.SpentCode.REVOKE
            && Pairs.endGrant(sql, presented.get().grant(), now.at());
    AuditEntry entry = presented.get().audit(now, AuditEvent.CODE_EXCHANGE, why);
    if (ended) {
      sql.record(entry);
    } else {
      RefusedActs.record(sql, redemption.client(), entry);
    }
    return why;
  }

  private static Exchanged.Refused flaw(Sql.Row row, Redemption redemption, Instant now)
      throws SQLException {
    if (row.maybeInstant("spent_at").isPresent()) {
      return Exchanged.Refused.CODE_SPENT;
    }
    if (!row.instant("expires_at").isAfter(now)) {
      return Exchanged.Refused.CODE_EXPIRED;
    }
    String original = row.text("redirect_uri");
    if (!redemption
        .redirectUri()
        .map(RedirectUri::withoutQuery)
        .orElse(original)
        .equals(original)) {
      return Exchanged.Refused.REDIRECT_URI_DIFFERS;
    }
    if (!redemption.proof().map(CodeChallenge::text).equals(row.maybeText("challenge"))) {
      return Exchanged.Refused.PROOF_FAILED;
    }
    var allowed = new Allowance(Scopes.NONE, row.maybeText("resource").map(Resource::new));
    return allowed.within(redemption.resource()).isPresent()
        ? Exchanged.Refused.GRANT_ENDED
        : Exchanged.Refused.RESOURCE_WIDER;
  }
}
