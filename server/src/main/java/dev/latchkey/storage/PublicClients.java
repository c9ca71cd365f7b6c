package dev.latchkey.storage;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.AuditDetail;
import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.ClientPolicy;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.PublicClient;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Apps that come without a credential, and what the organizations decide about them
 * (docs/decisions/0065). An app that is let in gets a personal credential without a secret in the
 * organization, whose owner is the administrator who let it in.
 */
public final class PublicClients {
    /** How many apps of one organization can wait or have a credential. */
    private static final int MOST = 1_000;

    /** How many apps one person can have asked for, so that nobody uses up what all may have. */
    private static final int MOST_WAITING = 10;

    /** How many apps one person can have been the first to use. */
    private static final int MOST_ALLOWED = 100;

    /** How many apps that were denied, or whose credential was deleted, an organization keeps. */
    private static final int KEPT = 1_000;

    private static final int DROPPED_AT_ONCE = 100;

    /** How long an app waits for a decision before it has to be asked for again. */
    private static final Duration WAITING_TIME = Duration.ofDays(30);

    /** The page of an organization shows this many apps. */
    public static final int SHOWN = 200;

    /** Such an app must prove with PKCE that a code is its own, because it has no secret. */
    private static final Set<Credential.Option> OPTIONS =
            Set.of(Credential.Option.REQUIRE_PROOF_KEY, Credential.Option.SPACE_SEPARATED_SCOPE);

    /** The app may be asked about again, because the credential that it had was deleted. */
    private static final String IS_GONE =
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

    private static final String LISTED =
            """
            SELECT p.*, u.name AS asked_by_name, c.client_id AS existing
            FROM public_clients p
            JOIN users u ON u.user_id = p.asked_by
            LEFT JOIN credentials c ON c.client_id = p.client_id
              AND c.deleted_at IS NULL
            WHERE p.organization_id = ?
            """;

    private static final String LIST_ORDER =
            """
            ORDER BY CASE p.state WHEN 'WAITING' THEN 0 ELSE 1 END, p.asked_at DESC, p.client_key
            LIMIT ?
            """;

    private final Database database;

    public PublicClients(Database database) {
        this.database = database;
    }

    public enum State {
        WAITING,
        ALLOWED,
        DENIED
    }

    /** An app in the list of an organization. {@code client} is its credential, if it has one. */
    public record Listed(
            PublicClient app,
            State state,
            Optional<Id.Client> client,
            String askedBy,
            Instant askedAt) {
        /** Whether an administrator can allow or deny it. */
        public boolean isUndecided() {
            return client.isEmpty() && state != State.DENIED;
        }
    }

    /** Whether a person may use an app. */
    public sealed interface Admission {
        record Admitted(Credential.Personal credential) implements Admission {}

        enum Refused implements Admission {
            /** The organization does not let in such apps, or not from this host. */
            NOT_ALLOWED,
            WAITING,
            DENIED,
            /** The person has asked for too many apps, or the organization has too many. */
            TOO_MANY
        }
    }

    public ClientPolicy policy(Id.Organization organization) {
        return database.read(sql -> policy(sql, organization));
    }

    private static ClientPolicy policy(Sql sql, Id.Organization organization) throws SQLException {
        return sql.one(
                        "SELECT * FROM client_policies WHERE organization_id = ?",
                        row ->
                                new ClientPolicy(
                                        ClientPolicy.Rule.valueOf(row.text("rule")),
                                        row.text("hosts").lines().toList(),
                                        Scopes.parse(row.text("scope")),
                                        row.number("days"),
                                        row.number("version")),
                        organization)
                .orElse(ClientPolicy.OFF);
    }

    /** False if the policy was changed since its {@code version} was read. */
    public boolean setPolicy(
            Id.Organization organization, ClientPolicy policy, Id.User by, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            ClientPolicy before = policy(sql, organization);
            boolean current =
                    sql.update(
                                    """
                                    INSERT INTO client_policies (organization_id, rule, hosts, scope, days, version, decided_by)
                                    VALUES (:organization, :rule, :hosts, :scope, :days, :version + 1, :by)
                                    ON CONFLICT (organization_id) DO UPDATE
                                    SET rule = excluded.rule, hosts = excluded.hosts, scope = excluded.scope,
                                        days = excluded.days, version = excluded.version, decided_by = excluded.decided_by
                                    WHERE client_policies.version = :version
                                    """,
                                    Map.of(
                                            "organization",
                                            organization,
                                            "rule",
                                            policy.rule().name(),
                                            "hosts",
                                            String.join("\n", policy.hosts()),
                                            "scope",
                                            policy.scope().joined(Scopes.Separator.COMMA),
                                            "days",
                                            policy.days(),
                                            "version",
                                            policy.version(),
                                            "by",
                                            by))
                            == 1;
            RefusedActs.recordAct(
                    sql,
                    current,
                    Optional.of(by),
                    AuditEntry.of(
                                    now,
                                    AuditEvent.CLIENT_POLICY_CHANGE,
                                    current ? AuditOutcome.OK : AuditOutcome.EDIT_CONFLICT)
                            .by(by)
                            .in(organization)
                            .detailed(AuditDetail.between(before, policy)));
            return current;
        });
    }

    /**
     * Finds the credential of an app for a person, or creates it where the policy lets in every
     * app, or puts the app into the queue. {@code fresh} is the identifier of a new credential. The
     * policy is locked first, so it cannot change, and of several requests at once one creates.
     */
    public Admission admit(PublicClient app, User user, Id.Client fresh, RequestMoment now) {
        Optional<Admission> known = database.read(sql -> known(sql, app, user.organization()));
        if (known.isPresent()) {
            return known.get();
        }
        var store = database.at(now);
        return store.write(sql -> {
            if (sql.update(
                            "UPDATE client_policies SET rule = rule WHERE organization_id = ?",
                            user.organization())
                    == 0) {
                return Admission.Refused.NOT_ALLOWED;
            }
            ClientPolicy policy = policy(sql, user.organization());
            if (!policy.admits(app.host())) {
                return Admission.Refused.NOT_ALLOWED;
            }
            Optional<Admission> again = known(sql, app, user.organization());
            if (again.isPresent()) {
                return again.get();
            }
            deleteForgotten(sql, user.organization(), now);
            return switch (policy.rule()) {
                case DENY -> Admission.Refused.NOT_ALLOWED;
                case ASK -> ask(sql, app, user, now);
                case ALLOW -> letIn(sql, app, user, fresh, now);
            };
        });
    }

    /**
     * Deletes what has waited for too long, and the oldest of those that were denied or are gone,
     * beyond a maximum. So the rows of an organization are bounded.
     */
    private static void deleteForgotten(Sql sql, Id.Organization where, RequestMoment now)
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
    }

    /** The credential of an app that an organization has let in. */
    public Optional<Credential.Personal> letIn(PublicClient app, Id.Organization where) {
        return database.read(sql -> letIn(sql, app, where));
    }

    private static Optional<Credential.Personal> letIn(
            Sql sql, PublicClient app, Id.Organization where) throws SQLException {
        return sql.one(
                """
                SELECT c.*
                FROM public_clients p
                JOIN client_policies y ON y.organization_id = p.organization_id
                  AND y.rule <> 'DENY'
                JOIN credentials c ON c.client_id = p.client_id
                  AND c.deleted_at IS NULL
                JOIN users o ON o.user_id = c.owner_id
                  AND o.active_since IS NOT NULL
                WHERE p.organization_id = ?
                  AND p.client_key = ?
                  AND p.state = 'ALLOWED'
                """,
                CredentialRow::personal,
                where,
                app.key());
    }

    /** Empty if the policy decides: the app is new, waits, or had a credential that is deleted. */
    private static Optional<Admission> known(Sql sql, PublicClient app, Id.Organization where)
            throws SQLException {
        Optional<Credential.Personal> credential = letIn(sql, app, where);
        if (credential.isPresent()) {
            return credential.map(Admission.Admitted::new);
        }
        boolean denied =
                sql.exists(
                        """
                        SELECT 1
                        FROM public_clients
                        WHERE organization_id = ?
                          AND client_key = ?
                          AND state = 'DENIED'
                        """,
                        where,
                        app.key());
        return denied ? Optional.of(Admission.Refused.DENIED) : Optional.empty();
    }

    private static Admission ask(Sql sql, PublicClient app, User user, RequestMoment now)
            throws SQLException {
        boolean asked = upsert(sql, app, State.WAITING, Optional.empty(), user, now);
        if (asked) {
            sql.record(
                    AuditEntry.of(now, AuditEvent.CLIENT_REQUEST, AuditOutcome.OK)
                            .by(user.id())
                            .in(user.organization())
                            .detailed(AuditDetail.ofApp(app)));
        }
        return asked || waits(sql, app, user.organization())
                ? Admission.Refused.WAITING
                : Admission.Refused.TOO_MANY;
    }

    private static boolean waits(Sql sql, PublicClient app, Id.Organization where)
            throws SQLException {
        return sql.exists(
                "SELECT 1 FROM public_clients WHERE organization_id = ? AND client_key = ?",
                where,
                app.key());
    }

    private static Admission letIn(
            Sql sql, PublicClient app, User user, Id.Client fresh, RequestMoment now)
            throws SQLException {
        Optional<Id.User> owner =
                sql.one(
                        """
                        SELECT u.user_id
                        FROM client_policies y
                        JOIN users u ON u.user_id = y.decided_by
                        WHERE y.organization_id = ?
                          AND u.active_since IS NOT NULL
                        """,
                        row -> new Id.User(row.text("user_id")),
                        user.organization());
        if (owner.isEmpty()) {
            return Admission.Refused.NOT_ALLOWED;
        }
        if (!upsert(sql, app, State.ALLOWED, Optional.of(fresh), user, now)) {
            return Admission.Refused.TOO_MANY;
        }
        return new Admission.Admitted(
                create(sql, app, new Owner(user.organization(), owner.get()), fresh, now));
    }

    /**
     * False if the person has asked for too many apps or the organization has too many, or if the
     * app is known and not gone.
     */
    private static boolean upsert(
            Sql sql,
            PublicClient app,
            State state,
            Optional<Id.Client> client,
            User user,
            RequestMoment now)
            throws SQLException {
        var values = new HashMap<String, Object>();
        values.put("organization", user.organization());
        values.put("key", app.key());
        values.put("host", app.host());
        values.put("name", app.name());
        values.put("uris", uris(app));
        values.put("state", state.name());
        values.put("client", client);
        values.put("user", user.id());
        values.put("now", now.at());
        values.put("most", MOST);
        values.put("most_of_user", state == State.WAITING ? MOST_WAITING : MOST_ALLOWED);
        return sql.update(
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
                            redirect_uris = excluded.redirect_uris, asked_by = excluded.asked_by, asked_at = excluded.asked_at
                        WHERE (public_clients.state = 'WAITING' AND excluded.state = 'ALLOWED') OR ({gone})
                        """
                                .replace("{counts}", COUNTS)
                                .replace("{gone}", IS_GONE),
                        values)
                == 1;
    }

    private record Owner(Id.Organization organization, Id.User user) {}

    private static Credential.Personal create(
            Sql sql, PublicClient app, Owner owner, Id.Client fresh, RequestMoment now)
            throws SQLException {
        var credential =
                new Credential.Personal(
                        fresh,
                        app.name(),
                        owner.organization,
                        owner.user,
                        policy(sql, owner.organization).scope(),
                        app.redirectUris(),
                        OPTIONS,
                        AllowedNetworks.EVERYWHERE,
                        now.at(),
                        1);
        Credentials.insertWithoutSecret(sql, credential, AuditDetail.ofApp(app), now);
        return credential;
    }

    /**
     * Lets in or denies an app that waits. An app whose credential was deleted can be denied as
     * well. False if another administrator has decided before, or has changed the policy, which
     * says what the app may use. The policy is locked first.
     */
    public boolean decide(
            Id.Organization organization, Decision decision, Id.User by, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            boolean isAsSeen =
                    sql.update(
                                    """
                                    UPDATE client_policies
                                    SET rule = rule
                                    WHERE organization_id = ?
                                      AND version = ?
                                    """,
                                    organization,
                                    decision.policy())
                            == 1;
            if (!isAsSeen) {
                return false;
            }
            Optional<PublicClient> app =
                    sql.one(
                            """
                            UPDATE public_clients
                            SET state = ?, client_id = ?
                            WHERE organization_id = ?
                              AND client_key = ?
                              AND (state = 'WAITING' OR ({gone}))
                            RETURNING client_key, host, name, redirect_uris
                            """
                                    .replace("{gone}", IS_GONE),
                            PublicClients::app,
                            (decision.fresh().isPresent() ? State.ALLOWED : State.DENIED).name(),
                            decision.fresh(),
                            organization,
                            decision.key());
            if (app.isEmpty()) {
                return false;
            }
            if (decision.fresh().isPresent()) {
                create(sql, app.get(), new Owner(organization, by), decision.fresh().get(), now);
            } else {
                sql.record(
                        AuditEntry.of(now, AuditEvent.CLIENT_DENY, AuditOutcome.OK)
                                .by(by)
                                .in(organization)
                                .detailed(AuditDetail.ofApp(app.get())));
            }
            return true;
        });
    }

    /**
     * {@code fresh} is the identifier of the new credential; it is empty if the app is denied.
     * {@code policy}: the version that the administrator has looked at.
     */
    public record Decision(String key, Optional<Id.Client> fresh, int policy) {}

    /** The first apps of an organization: those that wait, and then the newest. */
    public List<Listed> list(Id.Organization organization) {
        String first = LISTED + LIST_ORDER;
        return database.read(sql -> sql.all(first, PublicClients::listed, organization, SHOWN));
    }

    /** The app of an organization that has this key. */
    public Optional<Listed> find(Id.Organization organization, String key) {
        String one = LISTED + "  AND p.client_key = ?";
        return database.read(sql -> sql.one(one, PublicClients::listed, organization, key));
    }

    private static Listed listed(Sql.Row row) throws SQLException {
        return new Listed(
                app(row),
                State.valueOf(row.text("state")),
                row.maybeText("existing").map(Id.Client::new),
                row.text("asked_by_name"),
                row.instant("asked_at"));
    }

    /** The credential of this app for which a code was issued, whether it is active or not. */
    public Optional<Id.Client> ofCode(String key, SecretHash code) {
        return ofGrant("SELECT grant_id FROM codes WHERE code_hash = :token", code, key);
    }

    /** The same for a refresh token. */
    public Optional<Id.Client> ofRefreshToken(String key, SecretHash refresh) {
        return ofGrant(PairToken.REFRESH.pair(":token"), refresh, key);
    }

    /** The same for an access token. */
    public Optional<Id.Client> ofAccessToken(String key, SecretHash access) {
        return ofGrant(PairToken.ACCESS.pair(":token"), access, key);
    }

    private Optional<Id.Client> ofGrant(String grant, SecretHash hash, String key) {
        return of(
                "SELECT g.client_id FROM (%s) k JOIN grants g ON g.grant_id = k.grant_id"
                        .formatted(grant),
                hash,
                key);
    }

    /** The same for a child token. */
    public Optional<Id.Client> ofChildToken(String key, SecretHash child) {
        return of("SELECT client_id FROM child_tokens WHERE token_hash = :token", child, key);
    }

    private Optional<Id.Client> of(String issued, SecretHash hash, String key) {
        return database.read(sql ->
                sql.one(
                        """
                        SELECT i.client_id
                        FROM ({issued}) i
                        JOIN public_clients p ON p.client_id = i.client_id
                        WHERE p.client_key = :key
                        """
                                .replace("{issued}", issued),
                        row -> new Id.Client(row.text("client_id")),
                        Map.of("token", hash, "key", key)));
    }

    private static PublicClient app(Sql.Row row) throws SQLException {
        return new PublicClient(
                row.text("client_key"),
                row.maybeText("host"),
                row.text("name"),
                row.text("redirect_uris").lines().map(RedirectUri::new).toList());
    }

    private static String uris(PublicClient app) {
        return app.redirectUris().stream().map(RedirectUri::text).collect(Collectors.joining("\n"));
    }
}
