package dev.latchkey.bench.store;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a consent and an exchange leave (storage/grants/Consents, Pairs, Codes), except
 * those of the audit log.
 */
record Rows(CommonValues commonValues, DerivedValues derived, String password) {
  static final Table USERS =
      new Table(
          "users",
          "user_id, organization_id, email, name, search_text, role, password,"
              + " active_since, created_at");
  static final Table MEMBERSHIPS = new Table("memberships", "user_id, team_id, administers");
  static final Table GRANTS =
      new Table(
          "grants",
          "grant_id, client_id, user_id, team_id, scope, consented_at, ends_at, ended_at,"
              + " owner_id, redirect_uris, times_revoked");
  static final Table PAIRS =
      new Table(
          "pairs",
          "access_hash, refresh_hash, grant_id, scope, access_expires_at," + " refresh_expires_at");
  static final Table ROTATED_ACCESS =
      new Table("rotated_access", "access_hash, grant_id, rotated_at");
  static final Table ROTATED_REFRESH =
      new Table("rotated_refresh", "kept_until, rotated_at, refresh_key, grant_id");
  static final Table CODES =
      new Table("codes", "code_hash, grant_id, redirect_uri, expires_at, kept_until");

  static final Table AUDIT =
      new Table("audit", "at, event, outcome, user_id, client_id, team_id, address");

  private static final Limits LIMITS = Limits.DEFAULT;
  private static final Duration LIFE = Duration.ofDays(1);

  record Table(String name, String columns) {
    String insert() {
      String parameters = "?" + ", ?".repeat(columns.split(",").length - 1);
      return "INSERT INTO %s (%s) VALUES (%s)".formatted(name, columns, parameters);
    }

    String copy() {
      return "COPY %s (%s) FROM STDIN".formatted(name, columns);
    }
  }

  List<@Nullable Object> user(long user) {
    return List.of(
        derived.user(user).value(),
        commonValues.credential().organization().value(),
        Batch.email(user),
        "Person " + user,
        "person %d\n%s\n".formatted(user, Batch.email(user)),
        "MEMBER",
        password,
        commonValues.at().toEpochMilli(),
        commonValues.at().toEpochMilli());
  }

  List<@Nullable Object> membership(long user) {
    return List.of(derived.user(user).value(), commonValues.team().id().value(), 0L);
  }

  List<@Nullable Object> grant(Batch.Kind kind, long i) {
    Instant end =
        kind == Batch.Kind.EXPIRED
            ? commonValues.at().minus(LIFE)
            : commonValues.at().plus(LIMITS.grant());
    return Arrays.asList(
        derived.grant(kind.number(i)).value(),
        client(kind, i).value(),
        derived.user(Batch.user(kind, i)).value(),
        commonValues.team().id().value(),
        commonValues.scope(),
        commonValues.at().toEpochMilli(),
        end.toEpochMilli(),
        kind == Batch.Kind.ENDED ? commonValues.at().toEpochMilli() : null,
        commonValues.credential().owner().value(),
        commonValues.credential().redirectUris().getFirst().text(),
        0L);
  }

  private Id.Client client(Batch.Kind kind, long i) {
    return kind == Batch.Kind.CLIENT
        ? derived.client(Batch.client(i))
        : commonValues.credential().clientId();
  }

  List<@Nullable Object> pair(Batch.Kind kind, long i) {
    boolean expired = kind == Batch.Kind.EXPIRED;
    Instant accessEnd =
        expired ? commonValues.at().minus(LIFE) : commonValues.at().plus(LIMITS.accessToken());
    Instant refreshEnd =
        expired ? commonValues.at().minus(LIFE) : commonValues.at().plus(LIMITS.refreshToken());
    return List.of(
        derived.access(kind.number(i)).hash().bytes(),
        derived.refresh(kind.number(i)).hash().bytes(),
        derived.grant(kind.number(i)).value(),
        commonValues.scope(),
        accessEnd.toEpochMilli(),
        refreshEnd.toEpochMilli());
  }

  /** The row of the audit log that an operation writes. */
  List<@Nullable Object> audit() {
    return List.of(
        commonValues.at().toEpochMilli(),
        "TOKEN_REFRESH",
        "ok",
        derived.user(0).value(),
        commonValues.credential().clientId().value(),
        commonValues.team().id().value(),
        "127.0.0.1");
  }

  List<@Nullable Object> code(long i) {
    long end = Batch.codeEnd(commonValues.at()).toEpochMilli();
    return List.of(
        derived.code(Batch.Kind.CODE.number(i)).hash().bytes(),
        derived.grant(Batch.Kind.CODE.number(i)).value(),
        commonValues.credential().redirectUris().getFirst().text(),
        end,
        end);
  }
}
