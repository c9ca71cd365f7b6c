package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.ExternalIdentity;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.RefusedActs;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sign-ins at external providers: the round trip of a browser, and which account of a provider
 * belongs to which user.
 */
public final class ExternalSignIns {
  /** How long a browser may take to return from the provider. */
  public static final Duration TIMEOUT = Duration.ofMinutes(10);

  private static final PasswordHash NO_PASSWORD = new PasswordHash("");

  private final Database database;
  private final Limits limits;

  public ExternalSignIns(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /**
   * A round trip that was started. {@code linking} is the session of the person who links an
   * account; it is empty for a sign-in.
   */
  public record Begun(Optional<SecretHash> linking) {}

  public void begin(Secret.ExternalSignIn key, String provider, Begun begun, RequestMoment now) {
    var store = database.at(now);
    store.run(sql ->
        sql.update(
            """
            INSERT INTO external_sign_ins (key_hash, provider, session_hash, expires_at)
            VALUES (?, ?, ?, ?)
            """,
            key.hash(),
            provider,
            begun.linking(),
            now.at().plus(TIMEOUT)));
  }

  /**
   * Ends the round trip of a browser and returns what was started. Each round trip can be ended
   * once; the row count decides. Nothing is written for a browser that has started none.
   */
  public Optional<Begun> finish(Secret.ExternalSignIn key, String provider, RequestMoment now) {
    boolean wasStarted =
        database.read(
            sql -> sql.exists("SELECT 1 FROM external_sign_ins WHERE key_hash = ?", key.hash()));
    if (!wasStarted) {
      return Optional.empty();
    }
    var store = database.at(now);
    return store.write(sql -> {
      Optional<Begun> begun =
          sql.one(
              """
              SELECT session_hash
              FROM external_sign_ins
              WHERE key_hash = ?
                AND provider = ?
                AND expires_at > ?
              """,
              row -> new Begun(row.maybeBytes("session_hash").map(SecretHash::stored)),
              key.hash(),
              provider,
              now.at());
      boolean first = sql.updateOne("DELETE FROM external_sign_ins WHERE key_hash = ?", key.hash());
      return first ? begun : Optional.<Begun>empty();
    });
  }

  public enum Opened {
    SIGNED_IN,
    /** The person has a second factor, so a code is required here as well. */
    CODE_AWAITED,
    UNKNOWN,
    USER_DISABLED,
    /** A person was to be created, but another person has the e-mail address. */
    EMAIL_TAKEN,
    /** The organization or team in which a person was to be created does not exist. */
    RULE_UNUSABLE
  }

  /** What the browser gets: a session, or a sign-in that waits for a code. */
  public record Keys(Sessions.NewSession session, Secret.PendingSignIn pending) {}

  /**
   * A person whom a rule creates at the first sign-in.
   *
   * @param user without teams
   * @param team its name
   * @param administers whether the person administers the team
   * @param rule the provider and its rule, for the audit log
   */
  public record Newcomer(User user, Optional<String> team, boolean administers, String rule) {
    public Newcomer {
      if (user.role().isOfPlatform()) {
        throw new IllegalArgumentException("no rule gives a role of the platform");
      }
    }
  }

  /**
   * Signs a person in as after a correct password. If the identity is not linked, the {@code
   * newcomer} is created, if there is one. An account that exists is never linked, changed or
   * enabled by this.
   */
  public Opened open(
      ExternalIdentity identity, Optional<Newcomer> newcomer, Keys keys, RequestMoment now) {
    if (newcomer.isPresent() && database.read(sql -> userOf(sql, identity)).isEmpty()) {
      Optional<Opened> opened = create(identity, newcomer.get(), keys, now);
      if (opened.isPresent()) {
        return opened.get();
      }
    }
    return open(identity, keys, now);
  }

  /**
   * Creates a person and its link, and signs the person in. Empty if the identity was linked at the
   * same moment.
   */
  private Optional<Opened> create(
      ExternalIdentity identity, Newcomer newcomer, Keys keys, RequestMoment now) {
    User user = newcomer.user();
    var store = database.at(now);
    return store.write(sql -> {
      // The organization is locked, so that first sign-ins in it come one after the other,
      // and its teams keep their names.
      sql.update(
          "UPDATE organizations SET kind = kind WHERE organization_id = ?", user.organization());
      if (userOf(sql, identity).isPresent()) {
        return Optional.empty();
      }
      if (!insert(sql, newcomer, now)) {
        boolean isTaken = sql.exists("SELECT 1 FROM users WHERE email = ?", user.email());
        Opened why = isTaken ? Opened.EMAIL_TAKEN : Opened.RULE_UNUSABLE;
        RefusedActs.recordUnproven(
            sql,
            Optional.<Id>empty(),
            AuditEntry.of(now, AuditEvent.SIGN_IN, AuditOutcome.of(why))
                .detailed(AuditDetail.ofSignInRule(newcomer.rule())));
        return Optional.of(why);
      }
      if (!insertLink(sql, identity, user.id(), now)) {
        sql.update("DELETE FROM users WHERE user_id = ?", user.id());
        return Optional.empty();
      }
      Optional<Id.Team> team = joinTeam(sql, newcomer);
      AuditEntry entry = created(newcomer, now);
      sql.record(team.map(entry::in).orElse(entry));
      Sessions.insert(sql, limits, user.id(), keys.session(), now);
      return Optional.of(record(sql, Opened.SIGNED_IN, AuditOutcome.OK, user.id(), now));
    });
  }

  private static AuditEntry created(Newcomer newcomer, RequestMoment now) {
    User user = newcomer.user();
    return AuditEntry.of(now, AuditEvent.USER_CREATE, AuditOutcome.OK)
        .by(user.id())
        .about(user.id())
        .in(user.organization())
        .detailed(AuditDetail.ofSignInRule(newcomer.rule()));
  }

  private static Optional<Id.Team> joinTeam(Sql sql, Newcomer newcomer) throws SQLException {
    if (newcomer.team().isEmpty()) {
      return Optional.empty();
    }
    User user = newcomer.user();
    Optional<Id.Team> team =
        sql.one(
            "SELECT team_id FROM teams WHERE organization_id = ? AND name = ?",
            row -> new Id.Team(row.text("team_id")),
            user.organization(),
            newcomer.team().get());
    sql.update(
        "INSERT INTO memberships (user_id, team_id, administers) VALUES (?, ?, ?)",
        user.id(),
        team.orElseThrow(),
        newcomer.administers());
    return team;
  }

  /**
   * Inserts the user without a password. False if the e-mail address is taken, or if the
   * organization does not exist, has no such team or has no such role. The organization is locked.
   */
  private static boolean insert(Sql sql, Newcomer newcomer, RequestMoment now) throws SQLException {
    User user = newcomer.user();
    boolean isUsable =
        sql.exists(
            """
            SELECT 1
            FROM organizations o
            WHERE o.organization_id = :organization
              AND (:role <> 'ORGANIZATION_ADMINISTRATOR' OR o.kind = 'MULTI_TEAM')
              AND (:team = '' OR EXISTS (SELECT 1 FROM teams t WHERE t.name = :team AND t.organization_id = o.organization_id))
            """,
            Map.of(
                "organization",
                user.organization(),
                "role",
                user.role(),
                "team",
                newcomer.team().orElse("")));
    return isUsable && Directory.insertRow(sql, user, NO_PASSWORD, now);
  }

  private Opened open(ExternalIdentity identity, Keys keys, RequestMoment now) {
    Optional<Id.User> user = database.read(sql -> userOf(sql, identity));
    var store = database.at(now).locking(user);
    return store.write(sql -> {
      // The link is read again while the user is locked. A write that removes a link locks
      // the user as well.
      if (user.isEmpty() || !userOf(sql, identity).equals(user)) {
        RefusedActs.recordUnproven(
            sql,
            Optional.<Id>empty(),
            AuditEntry.of(now, AuditEvent.SIGN_IN, AuditOutcome.EXTERNAL_UNKNOWN));
        return Opened.UNKNOWN;
      }
      if (lockIf(sql, user.get(), "factor_key IS NULL AND passkeys = 0")) {
        Sessions.insert(sql, limits, user.get(), keys.session(), now);
        return record(sql, Opened.SIGNED_IN, AuditOutcome.OK, user.get(), now);
      }
      if (lockIf(sql, user.get(), "(factor_key IS NOT NULL OR passkeys > 0)")) {
        PendingSignIns.insert(sql, keys.pending(), user.get(), now);
        return record(sql, Opened.CODE_AWAITED, AuditOutcome.CODE_AWAITED, user.get(), now);
      }
      return record(sql, Opened.USER_DISABLED, AuditOutcome.USER_DISABLED, user.get(), now);
    });
  }

  private static Optional<Id.User> userOf(Sql sql, ExternalIdentity identity) throws SQLException {
    return sql.one(
        "SELECT user_id FROM external_links WHERE issuer = ? AND subject = ?",
        row -> new Id.User(row.text("user_id")),
        identity.issuer(),
        identity.subject());
  }

  public List<String> linkedIssuers(Id.User user) {
    return database.read(sql ->
        sql.all(
            "SELECT issuer FROM external_links WHERE user_id = ? ORDER BY issuer",
            row -> row.text("issuer"),
            user));
  }

  /**
   * Links an account of a provider with a user. False if the account is already linked with a user,
   * or if the user has another account of this issuer. The provider may have taken half a minute to
   * answer, so {@code now} must contain the session in which the person started.
   */
  public boolean link(ExternalIdentity identity, Id.User user, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      boolean linked = insertLink(sql, identity, user, now);
      RefusedActs.recordAct(
          sql,
          linked,
          Optional.of(user),
          AuditEntry.of(
                  now,
                  AuditEvent.EXTERNAL_LINK_ADD,
                  linked ? AuditOutcome.OK : AuditOutcome.LINKED_BEFORE)
              .by(user));
      return linked;
    });
  }

  private static boolean insertLink(
      Sql sql, ExternalIdentity identity, Id.User user, RequestMoment now) throws SQLException {
    return sql.updateOne(
        """
        INSERT INTO external_links (issuer, subject, user_id, linked_at)
        VALUES (?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """,
        identity.issuer(),
        identity.subject(),
        user,
        now.at());
  }

  public boolean unlink(String issuer, Id.User user, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      boolean ended =
          sql.updateOne(
              "DELETE FROM external_links WHERE issuer = ? AND user_id = ?", issuer, user);
      if (ended) {
        sql.record(AuditEntry.of(now, AuditEvent.EXTERNAL_LINK_REMOVE, AuditOutcome.OK).by(user));
      }
      return ended;
    });
  }

  /**
   * Checks a condition and locks the row of the user, so that disabling the user comes either
   * before or after this write.
   */
  private static boolean lockIf(Sql sql, Id.User user, String condition) throws SQLException {
    return sql.updateOne(
        """
        UPDATE users
        SET password = password
        WHERE user_id = ?
          AND active_since IS NOT NULL
          AND {condition}
        """
            .replace("{condition}", condition),
        user);
  }

  private static Opened record(
      Sql sql, Opened how, AuditOutcome outcome, Id.User user, RequestMoment now)
      throws SQLException {
    sql.record(AuditEntry.of(now, AuditEvent.SIGN_IN, outcome).by(user));
    return how;
  }
}
