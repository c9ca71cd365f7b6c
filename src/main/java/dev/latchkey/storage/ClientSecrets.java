package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.Authentication;
import dev.latchkey.model.ClientClaim;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Event;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.LiveSecret;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The secrets of a personal credential, and who proves to be it by one. Two may live at once, so
 * that an app can change over without a gap (decision 6.3).
 */
public final class ClientSecrets {
    private static final String HOLDERS =
            "SELECT s.secret_hash AS hash, "
                    + CredentialRow.COLUMNS
                    + " FROM client_secrets s"
                    + " JOIN credentials c ON c.client_id = s.client_id"
                    + " JOIN users o ON o.user_id = c.owner_id AND o.active_since IS NOT NULL"
                    + " WHERE s.secret_hash {among} AND s.retired_at IS NULL AND"
                    + CredentialRow.LIVE;

    private final Database database;
    private final Limits limits;
    private final Lanes<Proof, Holder> lanes;

    public ClientSecrets(Database database, Limits limits) {
        this.database = database;
        this.limits = limits;
        this.lanes = new Lanes<>(database.lanes(), this::ask);
    }

    /** What became of the wish for one more secret. */
    public enum Added {
        ADDED,
        /** As many live as may, or the credential is no longer the owner's. */
        TOO_MANY,
        FORM_SENT_BEFORE
    }

    public List<LiveSecret> of(Id.Client client) {
        return database.read(sql ->
                sql.all(
                        "SELECT secret_hash, created_at, last_used_at FROM client_secrets"
                                + " WHERE client_id = ? AND retired_at IS NULL"
                                + " ORDER BY created_at DESC, secret_hash",
                        row ->
                                new LiveSecret(
                                        SecretHash.stored(row.bytes("secret_hash")),
                                        row.instant("created_at"),
                                        row.maybeInstant("last_used_at")),
                        client));
    }

    public Added add(
            Credential.Personal credential,
            Secret.Client secret,
            Id.Form form,
            Id.User owner,
            Occasion now) {
        return database.write(sql -> {
            if (!SentForms.spend(sql, form, limits, now)) {
                return Added.FORM_SENT_BEFORE;
            }
            boolean added =
                    hold(sql, credential, owner)
                            && sql.update(
                                            "INSERT INTO client_secrets (secret_hash, client_id, created_at)"
                                                    + " SELECT ?, c.client_id, ? FROM credentials c"
                                                    + " WHERE c.client_id = ? AND (SELECT count(*) FROM client_secrets s"
                                                    + " WHERE s.client_id = c.client_id AND s.retired_at IS NULL) < ?",
                                            secret.hash(),
                                            now.at(),
                                            credential.clientId(),
                                            Credential.Personal.MAX_SECRETS)
                                    == 1;
            record(
                    sql,
                    Event.SECRET_CREATE,
                    added ? AuditEntry.OK : "too_many",
                    credential,
                    owner,
                    now);
            return added ? Added.ADDED : Added.TOO_MANY;
        });
    }

    /** False if it is the last one, none of this credential, or was retired before. */
    public boolean retire(
            Credential.Personal credential, SecretHash secret, Id.User owner, Occasion now) {
        return database.write(sql -> {
            boolean retired =
                    hold(sql, credential, owner)
                            && sql.update(
                                            "UPDATE client_secrets SET retired_at = ?"
                                                    + " WHERE secret_hash = ? AND client_id = ? AND retired_at IS NULL"
                                                    + " AND EXISTS (SELECT 1 FROM client_secrets o WHERE o.client_id = ?"
                                                    + " AND o.secret_hash <> ? AND o.retired_at IS NULL)",
                                            now.at(),
                                            secret,
                                            credential.clientId(),
                                            credential.clientId(),
                                            secret)
                                    == 1;
            record(
                    sql,
                    Event.SECRET_RETIRE,
                    retired ? AuditEntry.OK : "last_or_unknown",
                    credential,
                    owner,
                    now);
            return retired;
        });
    }

    /**
     * Whether a caller is the credential it names. A wrong secret is counted and told to the trail
     * in one write.
     */
    public Authentication authenticate(ClientClaim claim, Occasion now) {
        return switch (claim) {
            case ClientClaim.Named named -> Authentication.Failed.SECRET_MISSING;
            case ClientClaim.Proving proving -> prove(proving, now);
        };
    }

    private Authentication prove(ClientClaim.Proving claim, Occasion now) {
        var throttle =
                Throttle.secrets(claim.client(), now.address(), limits.wrongSecretsPerMinute());
        return claim.secret()
                .flatMap(secret -> right(claim.client(), secret.hash(), throttle, now))
                .orElseGet(() -> refuse(claim, throttle, now));
    }

    /** Also who is right is told to wait where others were wrong too often (decision 2.9). */
    private Optional<Authentication> right(
            Id.Client client, SecretHash secret, Throttle throttle, Occasion now) {
        return lanes.find(new Proof(secret, throttle.bucket()))
                .filter(holder -> holder.credential.clientId().equals(client))
                .map(holder -> {
                    Optional<Duration> wait =
                            holder.fullUntil.flatMap(full -> throttle.wait(full, now.at()));
                    return wait.isPresent()
                            ? new Authentication.Throttled(wait.get())
                            : new Authentication.Proven(holder.credential, secret);
                });
    }

    /** What is asked of the store, and shared by all who prove to be the same at one moment. */
    private record Proof(SecretHash secret, SecretHash bucket) {}

    private record Holder(Credential.Personal credential, Optional<Instant> fullUntil) {}

    private Map<Proof, Holder> ask(List<Proof> proofs) {
        return database.read(sql -> {
            Map<SecretHash, Credential.Personal> credentials =
                    sql.byHash(HOLDERS, hashes(proofs, Proof::secret), CredentialRow::personal);
            Map<SecretHash, Instant> full =
                    sql.byHash(
                            Throttle.FULL,
                            hashes(proofs, Proof::bucket),
                            row -> row.instant("full_until"));
            var holders = new HashMap<Proof, Holder>();
            for (Proof proof : proofs) {
                Credential.Personal credential = credentials.get(proof.secret);
                if (credential != null) {
                    holders.put(
                            proof,
                            new Holder(credential, Optional.ofNullable(full.get(proof.bucket))));
                }
            }
            return holders;
        });
    }

    private static List<SecretHash> hashes(List<Proof> proofs, Function<Proof, SecretHash> part) {
        return proofs.stream().map(part).distinct().toList();
    }

    private Authentication refuse(ClientClaim.Proving claim, Throttle throttle, Occasion now) {
        return database.write(sql -> {
            if (!throttle.take(sql, now.at())) {
                return new Authentication.Throttled(
                        throttle.wait(sql, now.at()).orElse(Duration.ofSeconds(1)));
            }
            Optional<Credential> known = Credentials.find(sql, claim.client());
            var failed =
                    known.isPresent()
                            ? Authentication.Failed.SECRET_WRONG
                            : Authentication.Failed.CLIENT_UNKNOWN;
            if (known.isPresent()) {
                sql.record(
                        AuditEntry.of(
                                        now,
                                        Event.CLIENT_AUTHENTICATION,
                                        failed.name().toLowerCase(Locale.ROOT))
                                .about(claim.client())
                                .in(known.get().organization()));
            }
            return failed;
        });
    }

    /**
     * Makes moves on one credential's secrets wait for each other: each counts the others, and a
     * count of what another move is about to change would let three live, or none.
     */
    private static boolean hold(Sql sql, Credential.Personal credential, Id.User owner)
            throws SQLException {
        return sql.update(
                        "UPDATE credentials SET version = version"
                                + " WHERE client_id = ? AND owner_id = ? AND deleted_at IS NULL",
                        credential.clientId(),
                        owner)
                == 1;
    }

    private static void record(
            Sql sql,
            Event event,
            String outcome,
            Credential.Personal credential,
            Id.User by,
            Occasion now)
            throws SQLException {
        sql.record(
                AuditEntry.of(now, event, outcome)
                        .by(by)
                        .about(credential.clientId())
                        .in(credential.organization()));
    }
}
