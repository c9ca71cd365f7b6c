package dev.latchkey.bench.store;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a consent and an exchange leave (storage/Consents, Pairs, Codes), but for the
 * trail.
 */
record Rows(Home home, Derived derived, String password) {
    static final Table USERS =
            new Table(
                    "users",
                    "user_id, organization_id, email, name, role, password, active_since, created_at");
    static final Table MEMBERSHIPS = new Table("memberships", "user_id, team_id, administers");
    static final Table GRANTS =
            new Table(
                    "grants",
                    "grant_id, client_id, user_id, team_id, scope, consented_at, ends_at, ended_at");
    static final Table PAIRS =
            new Table(
                    "pairs",
                    "access_hash, refresh_hash, grant_id, scope, access_expires_at, refresh_expires_at");
    static final Table CODES =
            new Table("codes", "code_hash, grant_id, redirect_uri, expires_at, kept_until");

    static final Table AUDIT =
            new Table("audit", "at, event, outcome, user_id, client_id, team_id, address");

    private static final Limits LIMITS = Limits.DEFAULT;
    private static final Duration LIFE = Duration.ofDays(1);

    record Table(String name, String columns) {
        String insert() {
            String places = "?" + ", ?".repeat(columns.split(",").length - 1);
            return "INSERT INTO %s (%s) VALUES (%s)".formatted(name, columns, places);
        }
    }

    List<@Nullable Object> user(long user) {
        return List.of(
                derived.user(user).value(),
                home.credential().organization().value(),
                Batch.email(user),
                "Person " + user,
                "MEMBER",
                password,
                home.at().toEpochMilli(),
                home.at().toEpochMilli());
    }

    List<@Nullable Object> membership(long user) {
        return List.of(derived.user(user).value(), home.team().id().value(), 0L);
    }

    List<@Nullable Object> grant(Batch.Kind kind, long i) {
        Instant end =
                kind == Batch.Kind.EXPIRED ? home.at().minus(LIFE) : home.at().plus(LIMITS.grant());
        return Arrays.asList(
                derived.grant(kind.number(i)).value(),
                client(kind, i).value(),
                derived.user(Batch.user(kind, i)).value(),
                home.team().id().value(),
                home.scope(),
                home.at().toEpochMilli(),
                end.toEpochMilli(),
                kind == Batch.Kind.ENDED ? home.at().toEpochMilli() : null);
    }

    private Id.Client client(Batch.Kind kind, long i) {
        return kind == Batch.Kind.CLIENT
                ? derived.client(Batch.client(i))
                : home.credential().clientId();
    }

    List<@Nullable Object> pair(Batch.Kind kind, long i) {
        boolean expired = kind == Batch.Kind.EXPIRED;
        Instant accessEnd = expired ? home.at().minus(LIFE) : home.at().plus(LIMITS.accessToken());
        Instant refreshEnd =
                expired ? home.at().minus(LIFE) : home.at().plus(LIMITS.refreshToken());
        return List.of(
                derived.access(kind.number(i)).hash().bytes(),
                derived.refresh(kind.number(i)).hash().bytes(),
                derived.grant(kind.number(i)).value(),
                home.scope(),
                accessEnd.toEpochMilli(),
                refreshEnd.toEpochMilli());
    }

    /** The audit row of a move. */
    List<@Nullable Object> audit() {
        return List.of(
                home.at().toEpochMilli(),
                "TOKEN_REFRESH",
                "ok",
                derived.user(0).value(),
                home.credential().clientId().value(),
                home.team().id().value(),
                "127.0.0.1");
    }

    List<@Nullable Object> code(long i) {
        long end = Batch.codeEnd(home.at()).toEpochMilli();
        return List.of(
                derived.code(Batch.Kind.CODE.number(i)).hash().bytes(),
                derived.grant(Batch.Kind.CODE.number(i)).value(),
                home.credential().redirectUris().getFirst().text(),
                end,
                end);
    }
}
