package dev.latchkey.storage.publicclient;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.ClientPolicies;
import dev.latchkey.storage.credential.NewCredentials;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Apps that come without a credential (docs/decisions/0065), when a person uses one: it is let in,
 * waits for a decision, or is refused. An app that is let in gets a personal credential without a
 * secret in the organization, whose owner is the administrator who let it in.
 */
public record PublicClients(Database database) {
  /** How many apps of one organization can wait or have a credential. */
  private static final int MOST = 1_000;

  /** How many apps one person can have been the first to use. */
  private static final int MOST_OF_PERSON = 100;

  /** How many apps that were denied, or whose credential was deleted, an organization keeps. */
  private static final int KEPT = 1_000;

  private static final int DROPPED_AT_ONCE = 100;

  /** How long an app waits for a decision before it has to be asked for again. */
  private static final Duration WAITING_TIME = Duration.ofDays(30);

  /** Such an app must prove with PKCE that a code is its own, because it has no secret. */
  private static final Set<Credential.Option> OPTIONS =
      Set.of(Credential.Option.REQUIRE_PROOF_KEY, Credential.Option.SPACE_SEPARATED_SCOPE);

  /** The app may be asked about again, because the credential that it had was deleted. */
  static final String IS_GONE =
      """
      public_clients.state = 'ALLOWED'
        AND NOT EXISTS (SELECT 1
          FROM credentials c
          WHERE c.client_id = public_clients.client_id
            AND c.deleted_at IS NULL)
      """;

  /** The app counts, because it waits or has a credential. */
  private static final String COUNTS =
      """
      p.state = 'WAITING' OR (p.state = 'ALLOWED'
        AND EXISTS (SELECT 1
          FROM credentials c
          WHERE c.client_id = p.client_id
            AND c.deleted_at IS NULL))
      """;

  public enum State {
    WAITING,
    ALLOWED,
    DENIED;

    public static Optional<State> parse(String name) {
      return Arrays.stream(values()).filter(state -> state.name().equals(name)).findFirst();
    }
  }

  /** Whether a person may use an app. */
  public sealed interface Admission {
    /** {@code days}: how long people can allow it, if not for as long as the policy says. */
    record Admitted(Credential.Personal credential, Optional<Integer> days) implements Admission {}

    enum Refused implements Admission {
      /** The organization does not let in such apps, or not from this host. */
      NOT_ALLOWED,
      /** An administrator decides, and the person has not asked for it yet. */
      UNASKED,
      WAITING,
      DENIED,
      /** The person has asked for too many apps, or the organization has too many. */
      TOO_MANY
    }
  }

  /**
   * Finds the credential of an app for a person, or creates it where the policy lets in every app.
   * {@code fresh} is the identifier of a new credential. The policy is locked first, so it cannot
   * change, and of several requests at once one creates.
   */
  public Admission admit(PublicClient app, User user, Id.Client fresh, RequestMoment now) {
    Optional<Admission> known = database.read(sql -> known(sql, app, user));
    if (known.isPresent()) {
      return known.get();
    }
    var store = database.at(now);
    return store.write(sql -> {
      if (!ClientPolicies.lock(sql, user.organization())) {
        return Admission.Refused.NOT_ALLOWED;
      }
      Optional<Admission> again = known(sql, app, user);
      if (again.isPresent()) {
        return again.get();
      }
      deleteForgotten(sql, user.organization(), now);
      return letIn(sql, app, user, fresh, now);
    });
  }

  /** Empty if the policy lets in the app, which is new or had a credential that is deleted. */
  private static Optional<Admission> known(Sql sql, PublicClient app, User user)
      throws SQLException {
    ClientPolicy policy = ClientPolicies.read(sql, user.organization());
    if (!policy.admits(app.host())) {
      return Optional.of(Admission.Refused.NOT_ALLOWED);
    }
    Optional<Admission> decided = decided(sql, app, user.organization());
    if (decided.isPresent() || policy.rule() == ClientPolicy.Rule.ALLOW) {
      return decided;
    }
    return Optional.of(
        ClientRequests.isAsked(sql, app, user)
            ? Admission.Refused.WAITING
            : Admission.Refused.UNASKED);
  }

  /**
   * Deletes what has waited for too long, and the oldest of those that were denied or are gone,
   * beyond a maximum, with what people have asked for. So the rows of an organization are bounded.
   */
  static void deleteForgotten(Sql sql, Id.Organization where, RequestMoment now)
      throws SQLException {
    sql.update(
        """
        DELETE FROM public_clients
        WHERE organization_id = ?
          AND state = 'WAITING'
          AND asked_at <= ?
        """,
        where,
        now.at().minus(WAITING_TIME));
    sql.update(
        """
        DELETE FROM public_clients
        WHERE organization_id = :organization
          AND client_key IN (SELECT p.client_key
            FROM public_clients p
            WHERE p.organization_id = :organization
              AND NOT ({counts})
            ORDER BY p.asked_at DESC, p.client_key
            LIMIT :most OFFSET :kept)
        """
            .replace("{counts}", COUNTS),
        Map.of("organization", where, "most", DROPPED_AT_ONCE, "kept", KEPT));
    sql.update(
        """
        DELETE FROM client_requests
        WHERE organization_id = ?
          AND NOT EXISTS (SELECT 1
            FROM public_clients p
            WHERE p.organization_id = client_requests.organization_id
              AND p.client_key = client_requests.client_key)
        """,
        where);
  }

  /** Empty if the app is new, waits, or had a credential that is deleted. */
  static Optional<Admission> decided(Sql sql, PublicClient app, Id.Organization where)
      throws SQLException {
    Optional<Admission.Admitted> admitted = PublicClientCredentials.admitted(sql, app, where);
    if (admitted.isPresent()) {
      return admitted.map(found -> found);
    }
    return isIn(sql, State.DENIED, app, where)
        ? Optional.of(Admission.Refused.DENIED)
        : Optional.empty();
  }

  static boolean waits(Sql sql, PublicClient app, Id.Organization where) throws SQLException {
    return isIn(sql, State.WAITING, app, where);
  }

  private static boolean isIn(Sql sql, State state, PublicClient app, Id.Organization where)
      throws SQLException {
    return sql.exists(
        """
        SELECT 1
        FROM public_clients
        WHERE organization_id = ?
          AND client_key = ?
          AND state = ?
        """,
        where,
        app.key(),
        state.name());
  }

  private static Admission letIn(
      Sql sql, PublicClient app, User user, Id.Client fresh, RequestMoment now)
      throws SQLException {
    Optional<Id.User> owner = ClientPolicies.decidedBy(sql, user.organization());
    if (owner.isEmpty()) {
      return Admission.Refused.NOT_ALLOWED;
    }
    if (!upsert(sql, app, Optional.of(fresh), user, now)) {
      return Admission.Refused.TOO_MANY;
    }
    Scopes scope = ClientPolicies.read(sql, user.organization()).scope();
    Credential.Personal credential =
        credential(app, new Owner(user.organization(), owner.get()), fresh, scope, now.at());
    NewCredentials.insertWithoutSecret(sql, credential, AuditDetail.ofApp(app, scope), now);
    return new Admission.Admitted(credential, Optional.empty());
  }

  /**
   * Puts the app into the queue, or lets it in with the credential {@code client}. False if the
   * person has asked for too many apps or the organization has too many, or if the app is known and
   * not gone.
   */
  static boolean upsert(
      Sql sql, PublicClient app, Optional<Id.Client> client, User user, RequestMoment now)
      throws SQLException {
    State state = client.isPresent() ? State.ALLOWED : State.WAITING;
    var values =
        Values.of("organization", user.organization())
            .and("key", app.key())
            .and("host", app.host())
            .and("name", app.name())
            .and("uris", uris(app))
            .and("state", state.name())
            .and("client", client)
            .and("user", user.id())
            .and("now", now.at())
            .and("most", MOST)
            .and("most_of_user", MOST_OF_PERSON);
    return sql.updateOne(
        """
        INSERT INTO public_clients (organization_id, client_key, host, name, redirect_uris, state, client_id,
            asked_by, asked_at)
        SELECT :organization, :key, CAST(:host AS TEXT), :name, :uris, :state, CAST(:client AS TEXT), :user, :now
        WHERE (SELECT count(*) FROM public_clients p
                WHERE p.organization_id = :organization AND ({counts})) < :most
            AND (SELECT count(*) FROM public_clients p
                WHERE p.organization_id = :organization AND p.asked_by = :user AND p.state = :state
                    AND ({counts})) < :most_of_user
        ON CONFLICT (organization_id, client_key) DO UPDATE
        SET state = excluded.state, client_id = excluded.client_id, name = excluded.name,
            redirect_uris = excluded.redirect_uris, asked_by = excluded.asked_by, asked_at = excluded.asked_at,
            days = NULL, note = '', decided_by = NULL, decided_at = NULL
        WHERE (public_clients.state = 'WAITING' AND excluded.state = 'ALLOWED') OR ({gone})
        """
            .replace("{counts}", COUNTS)
            .replace("{gone}", IS_GONE),
        values);
  }

  public record Owner(Id.Organization organization, Id.User user) {}

  /** The credential of an app that is let in. */
  public static Credential.Personal credential(
      PublicClient app, Owner owner, Id.Client fresh, Scopes scope, Instant now) {
    return new Credential.Personal(
        fresh,
        app.name(),
        owner.organization,
        owner.user,
        scope,
        app.redirectUris(),
        OPTIONS,
        AllowedNetworks.EVERYWHERE,
        app.links(),
        now,
        1);
  }

  private static String uris(PublicClient app) {
    return app.redirectUris().stream().map(RedirectUri::text).collect(Collectors.joining("\n"));
  }
}
