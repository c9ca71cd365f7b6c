package dev.latchkey.storage.checks;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Network;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Authentication;
import dev.latchkey.model.credential.ClientClaim;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.LookupSource;
import dev.latchkey.storage.cache.RowCache;
import dev.latchkey.storage.credential.CredentialRow;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.database.Batches;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.limit.Throttle;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the client secrets of callers. A correct secret is cached, so a client that calls often
 * does not cause a query each time. A wrong secret is never cached.
 *
 * <p>A cached secret depends on the secret, its bucket of failures, the credential and its owner,
 * and a change of any of them invalidates it, as with tokens. An expiry after some seconds would
 * not do: a retired secret would go on working, and a full bucket would not be noticed. A wrong
 * secret always goes to the store, which counts it. Of a secret only the SHA-256 is kept. Only a
 * server creates this cache, because a command writes as another process and cannot watch the
 * store.
 */
public final class ClientProofs {
  public static final String HOLDERS =
      """
      SELECT s.secret_hash AS hash, o.role AS owner_role, c.client_id, c.type, c.organization_id, c.team_id,
          c.owner_id, c.subject_id, c.name, c.scope, c.redirect_uris, c.options, c.networks, c.version, c.created_at
      FROM client_secrets s
      JOIN credentials c ON c.client_id = s.client_id
        AND c.deleted_at IS NULL
      JOIN users o ON o.user_id = c.owner_id
        AND o.active_since IS NOT NULL
      WHERE s.secret_hash {keys}
        AND s.retired_at IS NULL
      """;

  /**
   * The number of slots in the cache. Only correct secrets are cached, so wrong ones cannot evict
   * anything.
   */
  public static final int CACHE_SLOTS = 8_192;

  /** How many claims one query may contain. */
  private static final int BATCH_SIZE = 256;

  private final Database database;
  private final Limits limits;
  private final Batches<ClientProof.Claim, ClientProof> lookup;
  private final Optional<RowCache<ClientProof.Claim, ClientProof>> cache;

  /** There is no cache if an operator sets {@code memory_megabytes} to 0. */
  public ClientProofs(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
    this.lookup = new Batches<>(database.parallelLookups(), BATCH_SIZE, this::load);
    this.cache =
        limits.memoryMegabytes() == 0
            ? Optional.empty()
            : Optional.of(
                new RowCache<>(database.trackChanges(), CACHE_SLOTS, ClientProof.Claim::slotHash));
  }

  /** Checks a secret. A wrong secret is counted and recorded in the audit log in one write. */
  public Authentication authenticate(ClientClaim claim, RequestMoment now) {
    return switch (claim) {
      case ClientClaim.Named _ -> Authentication.Failed.SECRET_MISSING;
      case ClientClaim.Authenticated proving ->
          claimWithSecret(proving, now)
              .flatMap(this::find)
              .map(proof -> proof.at(now.at()))
              .orElseGet(() -> refuse(proving, now));
    };
  }

  /**
   * Checks a secret with the cache alone. The result is {@link Authentication.Proven} or {@link
   * Authentication.Throttled}; it is empty if only the store can decide. This method never waits,
   * so an event loop may call it.
   *
   * <p>After the request has arrived, the caller must call {@link Database#whenCaughtUp}, and call
   * this method when that is done. Otherwise the result may be older than the request (rule 3.7).
   */
  public Optional<Authentication> peek(ClientClaim claim, RequestMoment now) {
    return switch (claim) {
      case ClientClaim.Named _ -> Optional.empty();
      case ClientClaim.Authenticated proving ->
          cache
              .flatMap(cached -> claimWithSecret(proving, now).flatMap(cached::peek))
              .map(proof -> proof.at(now.at()));
    };
  }

  /**
   * Checks a secret with the cache or with the store. The store always gives a result; for the
   * cache see {@link #peek}.
   */
  public Optional<Authentication> judge(ClientClaim claim, RequestMoment now, LookupSource from) {
    return switch (from) {
      case MEMORY -> peek(claim, now);
      case STORE -> Optional.of(authenticate(claim, now));
    };
  }

  private static Optional<ClientProof.Claim> claimWithSecret(
      ClientClaim.Authenticated claim, RequestMoment now) {
    return claim
        .secret()
        .map(secret -> new ClientProof.Claim(claim.client(), secret.hash(), now.network()));
  }

  private Optional<ClientProof> find(ClientProof.Claim claim) {
    return cache.flatMap(cached -> cached.find(claim)).or(() -> lookup.ask(claim));
  }

  private Map<ClientProof.Claim, ClientProof> load(List<ClientProof.Claim> claims) {
    if (cache.isEmpty()) {
      return read(claims);
    }
    ChangeVersions.Moment before = cache.get().moment();
    Map<ClientProof.Claim, ClientProof> proofs = read(claims);
    proofs
        .values()
        .forEach(proof -> cache.get().keep(proof.claim(), proof, proof.dependencies(), before));
    return proofs;
  }

  /**
   * Reads the credentials of all secrets in one query and all buckets in another, for any number of
   * claims.
   */
  private Map<ClientProof.Claim, ClientProof> read(List<ClientProof.Claim> claims) {
    var throttles = new HashMap<ClientProof.Claim, Throttle>();
    claims.forEach(claim -> throttles.put(claim, throttle(claim.client(), claim.from())));
    List<SecretHash> secrets = claims.stream().map(ClientProof.Claim::secret).distinct().toList();
    List<SecretHash> buckets =
        throttles.values().stream().map(Throttle::bucket).distinct().toList();
    return database.read(sql -> {
      Map<SecretHash, Credential.Personal> holders =
          sql.byHash(HOLDERS, secrets, ClientProofs::holder);
      Map<SecretHash, Instant> full =
          sql.byHash(Throttle.FULL, buckets, row -> row.instant("full_until"));
      var proofs = new HashMap<ClientProof.Claim, ClientProof>();
      throttles.forEach((claim, throttle) -> {
        Credential.Personal holder = holders.get(claim.secret());
        if (holder != null && holder.clientId().equals(claim.client())) {
          proofs.put(
              claim,
              new ClientProof(
                  claim, holder, throttle, Optional.ofNullable(full.get(throttle.bucket()))));
        }
      });
      return proofs;
    });
  }

  private static Credential.Personal holder(Sql.Row row) throws SQLException {
    return CredentialRow.withoutProfile(row).ownedBy(User.Role.valueOf(row.text("owner_role")));
  }

  private Throttle throttle(Id.Client client, Network from) {
    return Throttle.secrets(client, from, limits.wrongSecretsPerMinute());
  }

  /** Nothing is written about a credential that does not exist, because anyone can invent one. */
  private Authentication refuse(ClientClaim.Authenticated claim, RequestMoment now) {
    Optional<Credential> known =
        database.at(now).read(sql -> Credentials.find(sql, claim.client()));
    return known
        .map(credential -> refuse(credential, now))
        .orElse(Authentication.Failed.CLIENT_UNKNOWN);
  }

  private Authentication refuse(Credential known, RequestMoment now) {
    Throttle throttle = throttle(known.clientId(), now.network());
    var store = database.at(now);
    return store.write(sql -> {
      if (!throttle.take(sql, now.at())) {
        return new Authentication.Throttled(
            throttle.wait(sql, now.at()).orElse(Duration.ofSeconds(1)));
      }
      var failed = Authentication.Failed.SECRET_WRONG;
      RefusedActs.recordUnproven(
          sql,
          Optional.of(known.clientId()),
          AuditEntry.of(now, AuditEvent.CLIENT_AUTHENTICATION, AuditOutcome.of(failed))
              .about(known.clientId())
              .in(known.organization()));
      return failed;
    });
  }
}
