package dev.latchkey.storage.cache;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.RevokedTimes;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * The rows that describe a token, each with its SELECT statement and its reader. A personal token
 * is read from {@link #PAIRS}, {@link #APPS} and {@link #MEMBERS}, because the last two change
 * rarely and can be cached. {@link #PERSONAL} reads the same columns in one statement.
 */
public final class TokenRows {
  /** A pair that has not been rotated, of a grant that has not been ended. */
  public static final String PAIRS =
      """
      SELECT p.access_hash AS token_hash, p.scope, p.resource, p.access_expires_at, g.grant_id, g.client_id,
          g.user_id, g.team_id, g.times_disabled, g.times_revoked, COALESCE(g.last_used_at, 0) AS last_used_at
      FROM pairs p
      JOIN grants g ON g.grant_id = p.grant_id
      WHERE p.access_hash {keys}
        AND p.rotated_at IS NULL
        AND g.ended_at IS NULL
      """;

  /** A credential that has not been deleted and whose owner is active. */
  public static final String APPS =
      """
      SELECT c.client_id, c.owner_id, c.organization_id AS home_id, c.options, c.networks,
          {times} AS times_revoked
      FROM credentials c
      JOIN users o ON o.user_id = c.owner_id
      WHERE c.client_id {keys}
        AND c.deleted_at IS NULL
        AND o.active_since IS NOT NULL
      """
          .replace("{times}", RevokedTimes.OF_CREDENTIAL);

  /** A membership of an active user. */
  public static final String MEMBERS =
      """
      SELECT m.user_id, m.team_id, u.email, u.times_disabled, t.organization_id, {times} AS times_revoked
      FROM memberships m
      JOIN users u ON u.user_id = m.user_id
      JOIN teams t ON t.team_id = m.team_id
      WHERE (m.user_id, m.team_id) {keys}
        AND u.active_since IS NOT NULL
      """
          .replace("{times}", RevokedTimes.OF_TEAM);

  /** All three in one statement, so that they belong to the same moment. */
  public static final String PERSONAL =
      """
      SELECT p.access_hash AS token_hash, g.user_id, g.email, g.client_id, g.owner_id, g.home_id, g.grant_id,
          p.scope, p.resource, g.options, g.networks, g.organization_id, g.team_id, g.times_disabled, g.times_revoked,
          p.access_expires_at, COALESCE(g.last_used_at, 0) AS last_used_at
      FROM pairs p
      JOIN counted_grants g ON g.grant_id = p.grant_id
      WHERE p.access_hash {keys}
        AND p.rotated_at IS NULL
      """;

  public static final String ORGANIZATIONAL =
      """
      SELECT t.token_hash, t.subject_id, t.client_id, t.scope, t.networks, t.organization_id, t.team_id, t.ended_at
      FROM live_tokens t
      WHERE t.token_hash {keys}
      """;

  /** Those that never become active again. */
  public static final String ENDED =
      """
      SELECT e.token_hash
      FROM (SELECT p.access_hash AS token_hash
          FROM pairs p
          JOIN grants g ON g.grant_id = p.grant_id
          JOIN credentials c ON c.client_id = g.client_id
          JOIN teams t ON t.team_id = g.team_id
          WHERE p.rotated_at IS NOT NULL
            OR g.ended_at IS NOT NULL
            OR g.times_revoked < {of_credential} + {of_team}
          UNION ALL
          SELECT access_hash
          FROM rotated_access) e
      WHERE e.token_hash {keys}
      """
          .replace("{of_credential}", RevokedTimes.OF_CREDENTIAL)
          .replace("{of_team}", RevokedTimes.OF_TEAM);

  private TokenRows() {}

  public static CachedToken personal(Sql.Row row) throws SQLException {
    return live(row);
  }

  /** A row of {@link #PERSONAL}. */
  static CachedToken.Live live(Sql.Row row) throws SQLException {
    return Pair.read(row).token(App.read(row), Membership.read(row));
  }

  public static CachedToken organizational(Sql.Row row) throws SQLException {
    SecretHash hash = row.hash("token_hash");
    Optional<Instant> end = row.maybeInstant("ended_at");
    var organization = row.organization();
    return new CachedToken.Live(
        hash,
        new LiveToken(
            new Id.VirtualAdministrator(row.text("subject_id")),
            Optional.empty(),
            new TokenRoot.Standalone(hash),
            new SharedClaims(
                row.client(),
                Optional.empty(),
                organization,
                organization,
                row.maybeText("team_id").map(Id.Team::new),
                row.scopes("scope"),
                Scopes.Separator.COMMA,
                Optional.empty(),
                row.networks()),
            TokenLife.ending(end)),
        end);
  }

  public static CachedToken ended(Sql.Row row) throws SQLException {
    return new CachedToken.Ended(row.hash("token_hash"));
  }

  record App(
      Id.Client client,
      Id.User owner,
      Id.Organization home,
      Scopes.Separator separator,
      AllowedNetworks networks,
      int timesRevoked) {
    static App read(Sql.Row row) throws SQLException {
      return new App(
          row.client(),
          new Id.User(row.text("owner_id")),
          new Id.Organization(row.text("home_id")),
          Scopes.Separator.of(row.text("options")),
          row.networks(),
          row.number("times_revoked"));
    }

    static SharedRows.Found<Id.Client, App> found(Sql.Row row) throws SQLException {
      App app = read(row);
      return new SharedRows.Found<>(
          app.client,
          app,
          ChangeVersions.Dependencies.of(app.client, app.owner, app.home)
              .and(RevokedTimes.PLATFORM));
    }
  }

  record Member(Id.User user, Id.Team team) {
    static Member read(Sql.Row row) throws SQLException {
      return new Member(row.user(), row.team());
    }
  }

  record Membership(
      String email, int timesDisabled, Id.Organization organization, int timesRevoked) {
    static Membership read(Sql.Row row) throws SQLException {
      return new Membership(
          row.text("email"),
          row.number("times_disabled"),
          row.organization(),
          row.number("times_revoked"));
    }

    static SharedRows.Found<Member, Membership> found(Sql.Row row) throws SQLException {
      Member member = Member.read(row);
      Membership membership = read(row);
      return new SharedRows.Found<>(
          member,
          membership,
          ChangeVersions.Dependencies.of(member.user, member.team, membership.organization));
    }
  }

  record Pair(
      SecretHash hash,
      Id.Grant grant,
      Id.Client client,
      Member member,
      Scopes scope,
      Optional<Resource> resource,
      Instant end,
      int timesDisabled,
      int timesRevoked,
      Instant lastUse) {
    static Pair read(Sql.Row row) throws SQLException {
      return new Pair(
          row.hash("token_hash"),
          row.grant(),
          row.client(),
          Member.read(row),
          row.scopes("scope"),
          row.maybeText("resource").map(Resource::new),
          row.instant("access_expires_at"),
          row.number("times_disabled"),
          row.number("times_revoked"),
          row.instant("last_used_at"));
    }

    /** Whether nothing has ended it that these rows say. */
    boolean isLive(App app, Membership membership) {
      return timesDisabled == membership.timesDisabled
          && timesRevoked == app.timesRevoked + membership.timesRevoked;
    }

    CachedToken.Live token(App app, Membership membership) {
      return new CachedToken.Live(
          hash,
          new LiveToken(
              member.user,
              Optional.of(membership.email),
              new TokenRoot.Grant(grant),
              new SharedClaims(
                  client,
                  Optional.of(app.owner),
                  app.home,
                  membership.organization,
                  Optional.of(member.team),
                  scope,
                  app.separator,
                  resource,
                  app.networks),
              new TokenLife.Until(end)),
          Optional.of(end),
          Optional.of(lastUse));
    }
  }
}
