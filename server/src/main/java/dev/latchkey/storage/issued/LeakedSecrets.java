package dev.latchkey.storage.issued;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.grants.ChildTokens;
import dev.latchkey.storage.pairs.PairToken;
import dev.latchkey.storage.pairs.Pairs;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Revokes secrets that have leaked. Conditional writes decide, by their row counts, so a secret
 * that is reported many times is revoked, recorded and notified once.
 */
public record LeakedSecrets(Database database, Limits limits) {
  private static final Instant AT_ONCE = Instant.EPOCH;

  /** A secret that was active until now. {@code informed}: whom it concerns. */
  public record Revoked(String app, List<NoticeRecipients.Person> informed) {
    public Revoked {
      informed = List.copyOf(informed);
    }
  }

  /** What a leaked secret belonged to. {@code user}: who has allowed the app, if anyone. */
  private record Leaked(
      Id.Client client,
      String app,
      Id.User owner,
      Id.Organization organization,
      Optional<Id.User> user) {}

  /** Ends the grant of a token, as {@link Pairs#revokePair} does. Empty if it is not active. */
  public Optional<Revoked> revoke(Secret.Access access, RequestMoment now) {
    return revokeGrant(PairToken.ACCESS, access, now);
  }

  public Optional<Revoked> revoke(Secret.Refresh refresh, RequestMoment now) {
    return revokeGrant(PairToken.REFRESH, refresh, now);
  }

  private Optional<Revoked> revokeGrant(PairToken kind, Secret token, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      Optional<Leaked> leaked =
          sql.one(
              """
              UPDATE grants
              SET ended_at = :now
              WHERE ended_at IS NULL
                AND grant_id = ({pair})
              RETURNING client_id, user_id,
                  (SELECT c.name FROM credentials c WHERE c.client_id = grants.client_id) AS app,
                  (SELECT c.owner_id FROM credentials c WHERE c.client_id = grants.client_id) AS owner_id,
                  (SELECT t.organization_id FROM teams t WHERE t.team_id = grants.team_id) AS organization_id
              """
                  .replace("{pair}", kind.pairSince(":token", ":since")),
              row -> read(row, Optional.of(row.user())),
              Values.of("now", now.at())
                  .and("token", token.hash())
                  .and("since", now.at().minus(limits.replayGrace())));
      return finish(sql, token, leaked, now);
    });
  }

  public Optional<Revoked> revoke(Secret.Organization token, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      boolean ended =
          sql.updateOne(
              """
              UPDATE organization_tokens
              SET ended_at = ?
              WHERE token_hash = ?
                AND (ended_at IS NULL OR ended_at > ?)
              """,
              AT_ONCE,
              token.hash(),
              AT_ONCE);
      return finish(sql, token, ended ? holder(sql, "organization_tokens", token) : none(), now);
    });
  }

  /** Ends a child token and those that were obtained from it. Its parent has not leaked. */
  public Optional<Revoked> revoke(Secret.Child token, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      Optional<Leaked> known =
          sql.one(
              """
              SELECT c.client_id, c.name AS app, c.owner_id, c.organization_id, t.user_id
              FROM child_tokens t
              JOIN credentials c ON c.client_id = t.client_id
              WHERE t.token_hash = ?
              """,
              row -> read(row, row.maybeText("user_id").map(Id.User::new)),
              token.hash());
      boolean ended =
          known.isPresent()
              && ChildTokens.isEnded(
                  sql, token.hash(), "client_id = :client", Map.of("client", known.get().client()));
      return finish(sql, token, ended ? known : none(), now);
    });
  }

  /**
   * Retires a client secret, also if it is the last one of its credential. The credential is locked
   * first, because other writes count its active secrets.
   */
  public Optional<Revoked> revoke(Secret.Client secret, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      sql.update(
          """
          UPDATE credentials
          SET version = version
          WHERE client_id = (SELECT s.client_id FROM client_secrets s WHERE s.secret_hash = ?)
          """,
          secret.hash());
      boolean retired =
          sql.updateOne(
              """
              UPDATE client_secrets
              SET retired_at = ?
              WHERE secret_hash = ?
                AND retired_at IS NULL
              """,
              now.at(),
              secret.hash());
      return finish(sql, secret, retired ? holder(sql, "client_secrets", secret) : none(), now);
    });
  }

  private static Optional<Leaked> none() {
    return Optional.empty();
  }

  private static Optional<Leaked> holder(Sql sql, String table, Secret secret) throws SQLException {
    return sql.one(
        """
        SELECT c.client_id, c.name AS app, c.owner_id, c.organization_id
        FROM {table} s
        JOIN credentials c ON c.client_id = s.client_id
        WHERE s.{hash} = ?
        """
            .replace("{table}", table)
            .replace("{hash}", table.equals("client_secrets") ? "secret_hash" : "token_hash"),
        row -> read(row, Optional.empty()),
        secret.hash());
  }

  private static Leaked read(Sql.Row row, Optional<Id.User> user) throws SQLException {
    return new Leaked(
        row.client(), row.text("app"), new Id.User(row.text("owner_id")), row.organization(), user);
  }

  private static Optional<Revoked> finish(
      Sql sql, Secret secret, Optional<Leaked> found, RequestMoment now) throws SQLException {
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Leaked leaked = found.get();
    AuditEntry entry =
        AuditEntry.of(now, AuditEvent.SECRET_LEAK, AuditOutcome.OK)
            .about(leaked.client())
            .in(leaked.organization())
            .detailed(AuditDetail.ofLeaked(secret));
    sql.record(leaked.user().map(entry::about).orElse(entry));
    var people = new NoticeRecipients(leaked.owner(), leaked.user(), leaked.organization());
    return Optional.of(new Revoked(leaked.app(), people.read(sql)));
  }
}
